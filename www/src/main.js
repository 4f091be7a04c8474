/** @file The entry of the page. */

import { engineModule } from './engine/module.js';
import { start } from './commands.js';
import { fetchPart } from './commands/lazy.js';
import { applyTheme } from './elements/theme.js';
import './styles/page.css';
import './shell/app.js';

// The engine is on its way before anything asks for it.
engineModule().catch(() => undefined);
void start();
applyTheme();
// What is not needed for the first bar comes after it.
void fetchPart('The plots', () => import('./plot/stack.js'));
void fetchPart('The quick controls', () => import('./forms/quick-controls.js'));
