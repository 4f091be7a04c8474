/** @file Registers the parts. */
import { CdfPlot } from './cdf-plot.js';
import { DiagnosticList } from './diagnostic-list.js';
import { EntryForm } from './entry-form.js';
import { ExportMenu } from './export-menu.js';
import { FileIntake } from './file-intake.js';
import { FileReport } from './file-report.js';
import { GridBuilder } from './grid-builder.js';
import { JobsTable } from './jobs-table.js';
import { MetricTable } from './metric-table.js';
import { NetworkForm } from './network-form.js';
import { PolicyPicker } from './policy-picker.js';
import { ScenarioEditor } from './scenario-editor.js';
import { ShareDialog } from './share-dialog.js';
import { SystemForm } from './system-form.js';
import { WorkloadPicker } from './workload-picker.js';

/** The parts by the name of their element. */
const PARTS = {
  'cdf-plot': CdfPlot,
  'diagnostic-list': DiagnosticList,
  'entry-form': EntryForm,
  'export-menu': ExportMenu,
  'file-intake': FileIntake,
  'file-report': FileReport,
  'grid-builder': GridBuilder,
  'jobs-table': JobsTable,
  'metric-table': MetricTable,
  'network-form': NetworkForm,
  'policy-picker': PolicyPicker,
  'scenario-editor': ScenarioEditor,
  'share-dialog': ShareDialog,
  'system-form': SystemForm,
  'workload-picker': WorkloadPicker,
};

for (const [name, part] of Object.entries(PARTS)) {
  if (!customElements.get(name)) customElements.define(name, part);
}
