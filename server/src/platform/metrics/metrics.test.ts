import { describe, expect, test } from 'vitest';
import { counters, gauges, histograms } from './metric-definitions.ts';
import { openMetrics } from './metrics.ts';

describe('what is measured', () => {
  test('has names and labels as Prometheus wants them, and no label that grows with use', () => {
    for (const [name, { labels, help }] of Object.entries({ ...counters, ...histograms, ...gauges })) {
      expect(name).toMatch(/^escuta_[a-z_]+$/);
      expect(help).toMatch(/\.$/);
      for (const [label, values] of Object.entries(labels) as [string, unknown][]) {
        expect(label).toMatch(/^[a-z]+$/);
        expect(values === 'ours' || (Array.isArray(values) && values.length <= 16)).toBe(true);
      }
    }
    for (const name of Object.keys(counters)) expect(name).toMatch(/_total$/);
    for (const name of Object.keys(histograms)) expect(name).toMatch(/_(seconds|steps)$/);
  });

  test('begins at zero, so that the first step of a counter is seen', async () => {
    const text = await openMetrics().text();
    expect(text).toContain('escuta_message_results_total{channel="email",result="unknown"} 0');
    expect(text).toContain('escuta_send_items_claimed_total 0');
  });

  test('a gauge is there once somebody watches it, and absent when it cannot be read', async () => {
    const metrics = openMetrics();
    expect(await metrics.text()).not.toContain('escuta_sends_runnable');
    let read = () => Promise.resolve(7);
    metrics.watch('escuta_sends_runnable', () => read());
    metrics.watch('escuta_job_queue', () => [{ labels: { job: 'imports.run', state: 'ready' as const }, value: 2 }]);
    expect(await metrics.text()).toContain('escuta_sends_runnable 7');
    read = () => Promise.reject(new Error('the database is away'));
    const text = await metrics.text();
    expect(text).not.toMatch(/^escuta_sends_runnable \d/m);
    expect(text).toContain('escuta_job_queue{job="imports.run",state="ready"} 2');
  });
});
