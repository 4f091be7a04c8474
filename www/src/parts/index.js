/** @file Registers all parts. What an embed needs of them is in `results.js` alone. */
import './forms.js';
import './results.js';
