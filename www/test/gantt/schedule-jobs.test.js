import { expect, it } from 'vitest';
import { csvFields, parseSchedule, spanNumbers } from '../../src/gantt/schedule-jobs.js';

it('fields of CSV may be quoted', () => {
  expect(csvFields('1,,job,"a ""b"", c",2')).toEqual(['1', '', 'job', 'a "b", c', '2']);
  expect(csvFields('1,,"x",')).toEqual(['1', '', 'x', '']);
});

it('spans of nodes are lists of numbers', () => {
  expect(spanNumbers('0-3 7')).toEqual([0, 1, 2, 3, 7]);
  expect(spanNumbers('')).toEqual([]);
});

it('a table of jobs is a schedule, in which unknown times are no numbers', () => {
  const csv =
    'id,name,kind,user,submit_s,start_s,finish_s,wait_s,run_s,estimate_s,processors,nodes,cluster\r\n7,,job,3,1.5,2,4,0.5,2,3,2,4-5,C1\r\n9,x,task,,3,,,,,,1,,\r\n';
  const [one, other] = parseSchedule(csv);
  expect(one).toEqual({
    subject: 0,
    number: 7,
    name: '',
    kind: 'job',
    user: 3,
    submit_s: 1.5,
    start_s: 2,
    end_s: 4,
    wait_s: 0.5,
    run_s: 2,
    estimate_s: 3,
    size: 2,
    cluster: 'C1',
    nodes: [4, 5],
  });
  expect(other?.subject).toBe(1);
  expect(other?.start_s).toBeNaN();
  expect(other?.nodes).toEqual([]);
});
