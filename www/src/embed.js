/** @file The entry of the embed: parts of the page inside a page of somebody else. It stores nothing and never rewrites its address. */

import { engineModule } from './engine/engine-module.js';
import './styles/page.css';
import './shell/embed-view.js';

engineModule().catch(() => undefined);
