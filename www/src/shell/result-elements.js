/** @file Registers the parts that show results; they are on screen initially. */

import { registerElements } from '../elements/element-registry.js';
import { DiagnosticList } from '../forms/diagnostic-list.js';
import { CdfPlot } from '../results/cdf-plot.js';
import { JobsTable } from '../results/jobs-table.js';
import { MetricTable } from '../results/metric-table.js';

registerElements({ 'cdf-plot': CdfPlot, 'diagnostic-list': DiagnosticList, 'jobs-table': JobsTable, 'metric-table': MetricTable });
