/** @file The entry of the embed: parts of the page inside a page of somebody else. It stores nothing and never rewrites its address. */

import { engineModule } from './engine/module.js';
import { start } from './commands.js';
import { fetchPart } from './commands/lazy.js';
import { applyTheme } from './elements/theme.js';
import { embedOptions } from './address/embed-options.js';
import './styles/page.css';
import './shell/embed-view.js';

const options = embedOptions(location.search, location.hash);
engineModule().catch(() => undefined);
void start({ embedded: true, theme: options.theme, fragment: options.fragment });
applyTheme();
if (options.show.includes('plots')) void fetchPart('The plots', () => import('./plot/stack.js'));
if (options.show.includes('iterations')) void fetchPart('The iterations', () => import('./rounds/rounds-panel.js'));
if (options.show.includes('metrics')) void fetchPart('The numbers', () => import('./shell/results.js'));
