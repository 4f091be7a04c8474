/** @file The entry of the page. */

import { engineModule } from './engine/engine-module.js';
import './styles/page.css';
import './shell/app.js';

// The engine is fetched in advance.
engineModule().catch(() => undefined);
