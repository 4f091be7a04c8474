import { expect, it, vi } from 'vitest';

vi.stubGlobal('customElements', { define: vi.fn(), get: vi.fn() });
const { waitWords } = await import('../../src/gantt/chart-title.js');

it('the wait over a chart says whose it is, and who is left out', () => {
  expect(waitWords({ queued: 12 }, 'jobs')).toBe('Mean wait of the jobs that have started; the 12 that wait now are not in it');
  expect(waitWords({ queued: 1 }, 'tasks')).toBe('Mean wait of the tasks that have started; the one that waits now is not in it');
  expect(waitWords({ queued: 0 }, 'jobs')).toBe('Mean wait of the jobs that have started');
});
