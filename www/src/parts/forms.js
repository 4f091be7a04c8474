/** @file Registers the parts that edit the scenario, those at its side, and those that give it away; needed when somebody opens one. */
import { DiagnosticList } from './diagnostic-list.js';
import { EntryForm } from './entry-form.js';
import { ExportMenu } from './export-menu.js';
import { FileIntake } from './file-intake.js';
import { FileReport } from './file-report.js';
import { GridBuilder } from './grid-builder.js';
import { KeptFiles } from './kept-files.js';
import { MachineTable } from './machine-table.js';
import { NetworkForm } from './network-form.js';
import { PolicyPicker } from './policy-picker.js';
import { QueuePanel } from './queue-panel.js';
import { register } from './register.js';
import { ScenarioEditor } from './scenario-editor.js';
import { ShareDialog } from './share-dialog.js';
import { SystemForm } from './system-form.js';
import { WorkloadPicker } from './workload-picker.js';

register({
  'diagnostic-list': DiagnosticList,
  'entry-form': EntryForm,
  'export-menu': ExportMenu,
  'file-intake': FileIntake,
  'file-report': FileReport,
  'grid-builder': GridBuilder,
  'kept-files': KeptFiles,
  'machine-table': MachineTable,
  'network-form': NetworkForm,
  'policy-picker': PolicyPicker,
  'queue-panel': QueuePanel,
  'scenario-editor': ScenarioEditor,
  'share-dialog': ShareDialog,
  'system-form': SystemForm,
  'workload-picker': WorkloadPicker,
});
