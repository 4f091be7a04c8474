/**
 * @file Which settings of a system have no effect in a scenario, and why. `tests/parity/field-effects.test.mjs` changes each of them in
 * all examples and expects the same schedule.
 */

import { findEntry, policyForRole } from './catalog-choices.js';

/** @import { Catalog } from '../engine/types.js' */
/** @import { SystemChoice } from './types.js' */
/** @import { ScenarioFacts } from './workload-facts.js' */

/**
 * @typedef {object} Choices
 * @property {(role: string) => string|undefined} policy the policy of a role
 * @property {(id: string) => unknown} value the value of a parameter
 *
 * @typedef {object} EffectRule
 * @property {string} group the heading under which the fields are folded
 * @property {readonly string[]} fields parameters by their ids, roles as `role:ID`; a role includes the parameters of its policy
 * @property {(facts: ScenarioFacts, choices: Choices) => string} reason why they have no effect; empty if they may have one
 *
 * @typedef {{ group: string, reason: string }} NoEffect
 */

/** @param {boolean} holds @param {string} reason */
const when = (holds, reason) => (holds ? reason : '');

/** Whether no policy of a batch system uses estimates. @param {ScenarioFacts} facts @param {Choices} choices */
function usesNoEstimates({ clusters }, { policy, value }) {
  const blind = clusters === 1 || ['home', 'round-robin'].includes(policy('routing') ?? '');
  return policy('local') === 'fcfs' && blind && value('same_instant') !== 'per-event' && policy('routing') !== 'fastest-processor-first';
}

/** Whether a batch system makes its decisions without predictions, and none are chosen to be measured. @param {Choices} choices */
const usesNoPredictions = ({ policy }) => policy('routing') !== 'earliest-completion' && policy('prediction') === 'as-estimated';

/** By the id of a system. @type {Record<string, readonly EffectRule[]>} */
export const EFFECT_RULES = {
  batch: [
    {
      group: 'Estimates',
      fields: ['estimates', 'kill_at_estimate'],
      reason: (facts) => when(facts.exactEstimates, 'Estimates equal runtimes in this workload'),
    },
    {
      group: 'Estimates',
      fields: ['estimates'],
      reason: (facts, choices) => when(!facts.exactEstimates && usesNoEstimates(facts, choices), 'No selected policy uses estimates'),
    },
    {
      group: 'Estimates',
      fields: ['kill_at_estimate'],
      reason: (facts) => when(!facts.exactEstimates && facts.sufficientEstimates, 'No job exceeds its estimate'),
    },
    {
      group: 'Runtime prediction',
      fields: ['role:prediction', 'prediction_class', 'correct_predictions', 'first_prediction_s'],
      reason: (_, choices) => when(usesNoPredictions(choices), 'No selected policy uses predictions'),
    },
    {
      group: 'Runtime prediction',
      fields: ['prediction_class', 'correct_predictions', 'first_prediction_s'],
      reason: (_, choices) =>
        when(
          choices.policy('prediction') === 'as-estimated' && !usesNoPredictions(choices),
          'User estimates are not computed from earlier jobs',
        ),
    },
    {
      group: 'Bound on the wait',
      fields: ['role:bound', 'bound_history', 'bound_training'],
      reason: (_, { policy }) => when(policy('bound') === 'no-bound', 'Quoted to users; no effect on the order'),
    },
    {
      group: 'Routing',
      fields: ['role:routing'],
      reason: ({ clusters }, { policy }) =>
        when(clusters === 1 && policy('routing') !== 'fastest-processor-first', 'There is one cluster; only FPF would change the order'),
    },
    {
      group: 'Failures',
      fields: ['on_failure'],
      reason: ({ absences }) => when(!absences, 'No node fails'),
    },
  ],
  workflow: [
    {
      group: 'Head nodes',
      fields: ['head_task', 'head_transfer', 'head_submission', 'head_delay_s'],
      reason: (_, { value }) => when(value('head_nodes') === false, 'Tasks and files bypass the head nodes'),
    },
    {
      group: 'Shared links',
      fields: ['link_width'],
      reason: (_, { value }) => when(value('shared_links') === false, 'Each transfer gets the full bandwidth'),
    },
    {
      group: 'Static plan',
      fields: ['task_limit'],
      reason: (_, { policy }) => when(['heft-static', 'cpop'].includes(policy('mapping') ?? ''), 'Static plans ignore the limit'),
    },
  ],
  bags: [
    {
      group: 'Selection',
      fields: ['barrier', 'reselect_on_arrival'],
      reason: (_, { policy }) => when(policy('selection') === 'all-tasks', 'All waiting tasks are selected at once'),
    },
    {
      group: 'Information',
      fields: ['monitor_period_s'],
      reason: (_, { value }) => when(value('architecture') !== 'central', 'Only a central scheduler polls the clusters'),
    },
  ],
  koala: [
    {
      group: 'Malleable jobs',
      fields: ['role:malleability', 'approach', 'round_s', 'submit_node_s', 'adapt_s', 'growth_limit_nodes', 'initial_size'],
      reason: ({ malleable }) => when(!malleable, 'No job is malleable'),
    },
    {
      group: 'Scavenging',
      fields: [
        'role:fair_share',
        'launchers',
        'task_startup_s',
        'monitor_s',
        'propagation_s',
        'poll_s',
        'reclaim_min_s',
        'reclaim_max_s',
        'idle_share_min',
        'empty_local_queue',
        'hours_from',
        'hours_to',
        'scavenged_share_max',
        'active_runners_max',
      ],
      reason: ({ scavenging }) => when(!scavenging, 'No application scavenges nodes'),
    },
    {
      group: 'Components',
      fields: [
        'role:cost',
        'schedule_time_s',
        'submit_time_s',
        'restart_time_s',
        'reuse',
        'reserve_for_s',
        'fixed_limit',
        'limit_scope',
        'exclude_after',
        'exclude_for_s',
        'one_way_weight',
      ],
      reason: ({ components }) => when(!components, 'No workflow has components'),
    },
    {
      group: 'Reserved nodes',
      fields: ['reserve_for_s'],
      reason: ({ components }, { value }) => when(components && value('reuse') !== 'resources', 'No nodes are kept for the next workflow'),
    },
    {
      group: 'Shared links',
      fields: ['link_width', 'link_monitor_s', 'link_history', 'monitor_own_traffic'],
      reason: ({ components }, { value }) => when(!components && value('shared_links') === false, 'Each transfer gets the full bandwidth'),
    },
    {
      group: 'Placement',
      fields: ['role:placement'],
      reason: ({ placed }) => when(!placed, 'No job is placed by this policy'),
    },
    {
      group: 'Local jobs',
      fields: ['role:local'],
      reason: ({ localJobs }) => when(!localJobs, 'The clusters have no local jobs'),
    },
  ],
  opportunistic: [
    {
      group: 'Losses',
      fields: ['loss_probability', 'loss_victims'],
      reason: (_, { value }) => when(value('losses') === 'no', 'No machine is lost beside the absences'),
    },
    {
      group: 'Owners',
      fields: ['suspend_limit_s'],
      reason: ({ absences }) => when(!absences, 'No owner returns to a machine'),
    },
    {
      group: 'Priorities',
      fields: ['priority_half_life_h', 'priority_preempts', 'priority_keeps_s'],
      reason: ({ manyUsers }) => when(!manyUsers, 'There is one user'),
    },
    {
      group: 'Priorities',
      fields: ['priority_keeps_s'],
      reason: ({ manyUsers }, { value }) => when(manyUsers && value('priority_preempts') === false, 'Users preempt no machines'),
    },
    {
      group: 'Flocking',
      fields: ['flocking'],
      reason: ({ clusters }) => when(clusters === 1, 'There is one pool'),
    },
    {
      group: 'Replicas',
      fields: ['cancel_copies'],
      reason: (_, { policy, value }) => when(policy('loss') === 'no-replication' && value('eager') === false, 'No task has a replica'),
    },
    {
      group: 'Predictor',
      fields: ['predictor_window', 'predictor_weight', 'predictor_trials'],
      reason: (_, { value }) => when(value('predictor') === 'mean', 'The mean of all runtimes does not need them'),
    },
  ],
  hierarchy: [
    {
      group: 'Demotion',
      fields: ['demotion_keeps_jobs'],
      reason: (_, { value }) => when(value('scheme') !== 'mq', 'Used in the scheme MQ only'),
    },
  ],
  delegated: [
    {
      group: 'Several clusters',
      fields: ['role:resources', 'cem_scratch', 'cem_group', 'config_scope'],
      reason: ({ complex, jobs }) => when(!complex && !jobs, 'No application spans several clusters'),
    },
    {
      group: 'Rigid jobs',
      fields: ['job_moldable_share', 'job_processors', 'job_oversize', 'job_wall_times', 'job_gap_s'],
      reason: ({ jobs }) => when(!jobs, 'All applications have launchers'),
    },
    {
      group: 'Fair start',
      fields: ['oar_fair_start_s'],
      reason: (_, { policy }) => when(policy('rule') !== 'oar-greedy', 'Used with lists of configurations only'),
    },
    {
      group: 'Fair start',
      fields: ['fair_start_s'],
      reason: (_, { policy }) => when(policy('rule') === 'oar-greedy', 'Lists of configurations use another delay'),
    },
  ],
};

/**
 * The settings of a system that have no effect, by their field (see `systemFields`), each with a heading and the reason.
 * @param {Catalog | null | undefined} catalog
 *
 * @param {SystemChoice} system
 *
 * @param {ScenarioFacts} facts
 *
 * @returns {Map<string, NoEffect>}
 */
export function ineffectiveFields(catalog, system, facts) {
  const kind = findEntry(catalog, 'system', system.kind);
  const policies = (kind?.roles ?? []).map((role) => ({
    role: role.id,
    entry: findEntry(catalog, role.family, policyForRole(kind, system, role.id)),
  }));
  const parameters = [...(kind?.parameters ?? []), ...policies.flatMap(({ entry }) => entry?.parameters ?? [])];
  /** @type {Choices} */
  const choices = {
    policy: (role) => policyForRole(kind, system, role),
    value: (id) => system.parameters?.[id] ?? parameters.find((one) => one.id === id)?.default,
  };
  /** @type {Map<string, NoEffect>} */
  const found = new Map();
  for (const { group, fields, reason } of EFFECT_RULES[system.kind] ?? []) {
    const text = reason(facts, choices);
    if (!text) continue;
    for (const field of fields) {
      const role = policies.find((one) => field === `role:${one.role}`);
      for (const key of [field, ...(role?.entry?.parameters ?? []).map(({ id }) => id)]) {
        if (!found.has(key)) found.set(key, { group, reason: text });
      }
    }
  }
  return found;
}
