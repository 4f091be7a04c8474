/** @file The entry of the page. */

import { engineModule } from './engine.js';
import { start } from './commands.js';
import { fetchPart } from './lazy.js';
import { applyTheme } from './theme.js';
import './styles/page.css';
import './shell/app.js';

// The engine is on its way before anything asks for it.
engineModule().catch(() => undefined);
void start();
applyTheme();
// What is not needed for the first bar comes after it.
void fetchPart('The plots', () => import('./plot/stack.js'));
void fetchPart('The quick controls', () => import('./parts/quick-controls.js'));
