/** @file Registers the forms, related elements, and the share dialog; loaded when one is opened. */

import { ScenarioEditor } from '../editor/scenario-editor.js';
import { registerElements } from '../elements/element-registry.js';
import { DiagnosticList } from '../forms/diagnostic-list.js';
import { EntryForm } from '../forms/entry-form.js';
import { ExpressionEditor } from '../forms/expression-editor.js';
import { ParameterTable } from '../forms/parameter-table.js';
import { PolicyPicker } from '../forms/policy-picker.js';
import { QueueValues } from '../forms/queue-values.js';
import { SystemForm } from '../forms/system-form.js';
import { VariantForm } from '../forms/variant-form.js';
import { MachineTable } from '../platform/machine-table.js';
import { NetworkForm } from '../platform/network-form.js';
import { GridBuilder } from '../platform/platform-form.js';
import { EmbedForm } from '../share/embed-form.js';
import { ExportMenu } from '../share/export-menu.js';
import { ShareDialog } from '../share/share-dialog.js';
import { FileIntake } from '../workload/file-intake.js';
import { FileReport } from '../workload/file-report.js';
import { LogSummary } from '../workload/log-summary.js';
import { PublicFiles } from '../workload/public-files.js';
import { KeptFiles } from '../workload/stored-files.js';
import { WorkloadPicker } from '../workload/workload-picker.js';

registerElements({
  'diagnostic-list': DiagnosticList,
  'embed-form': EmbedForm,
  'entry-form': EntryForm,
  'expression-editor': ExpressionEditor,
  'export-menu': ExportMenu,
  'file-intake': FileIntake,
  'file-report': FileReport,
  'grid-builder': GridBuilder,
  'kept-files': KeptFiles,
  'log-summary': LogSummary,
  'machine-table': MachineTable,
  'network-form': NetworkForm,
  'parameter-table': ParameterTable,
  'policy-picker': PolicyPicker,
  'public-files': PublicFiles,
  'queue-values': QueueValues,
  'scenario-editor': ScenarioEditor,
  'share-dialog': ShareDialog,
  'system-form': SystemForm,
  'variant-form': VariantForm,
  'workload-picker': WorkloadPicker,
});
