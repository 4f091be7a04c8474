/** @file The entry of the page. */

import { engineModule } from './engine.js';
import { start } from './commands.js';
import { applyTheme } from './theme.js';
import './styles/page.css';
import './shell/app.js';

// The engine is on its way before anything asks for it.
engineModule().catch(() => undefined);
void start();
applyTheme();
// What is not needed for the first bar comes after it.
void import('./plot/stack.js');
void import('./parts/quick-controls.js');
