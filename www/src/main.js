/** @file The entry of the page. */

import { engineModule } from './engine/engine-module.js';
import './styles/page.css';
import './shell/app.js';

// The engine is on its way before anything asks for it.
engineModule().catch(() => undefined);
