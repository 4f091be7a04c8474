/**
 * @file The entry of the embed: parts of the page inside another page. It stores nothing and never rewrites its
 * address.
 */

import { engineModule } from './engine/engine-module.js';
import './styles/page.css';
import './shell/embed-view.js';

engineModule().catch(() => undefined);
