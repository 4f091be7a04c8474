/** @file Registers the parts that show results; they are on screen from the start. */
import { CdfPlot } from './cdf-plot.js';
import { DiagnosticList } from './diagnostic-list.js';
import { JobsTable } from './jobs-table.js';
import { MetricTable } from './metric-table.js';
import { register } from './register.js';

register({ 'cdf-plot': CdfPlot, 'diagnostic-list': DiagnosticList, 'jobs-table': JobsTable, 'metric-table': MetricTable });
