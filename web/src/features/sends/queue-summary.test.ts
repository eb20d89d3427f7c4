import { itemReasons } from '@escuta/contract/sends';
import type { QueueItem } from '@escuta/contract/sends';
import { describe, expect, test } from 'vitest';
import { reasonKey, statusKey, summarize } from '#web/features/sends/queue-summary.ts';
import en from '#web/locales/en/sends.json';
import es from '#web/locales/es/sends.json';
import pt from '#web/locales/pt/sends.json';

type Outcome = Pick<QueueItem, 'response' | 'responseReason'>;
const executed: Outcome = { response: 'EXECUTED', responseReason: null };
const pending: Outcome = { response: null, responseReason: null };
const unsubscribed: Outcome = { response: 'NOT_EXECUTED', responseReason: 'unsubscribed' };
const rejected: Outcome = { response: 'NOT_EXECUTED', responseReason: 'rejected_by_server' };

describe('the summary of a queue', () => {
  test('[QDETAIL-13] groups the items by response plus reason', () => {
    expect(summarize([executed, unsubscribed, pending, unsubscribed, rejected, pending, pending])).toEqual([
      { key: 'undefined|undefined', label: 'summary.pending', count: 3 },
      { key: 'NOT_EXECUTED|unsubscribed', label: 'error-queue-unsubscribed', count: 2 },
      { key: 'EXECUTED|', label: 'summary.executed', count: 1 },
      { key: 'NOT_EXECUTED|rejected_by_server', label: 'error-queue-rejected_by_server', count: 1 },
    ]);
    expect(summarize([])).toEqual([]);
  });

  test("[QDETAIL-14] labels the group 'EXECUTED|' 'Executado'", () => {
    const [group] = summarize([executed]);
    expect(group).toMatchObject({ key: 'EXECUTED|', label: 'summary.executed' });
    expect(pt.summary.executed).toBe('Executado');
  });

  test("[QDETAIL-15] labels the group 'undefined|undefined' 'Pendente/Aguardando'", () => {
    const [group] = summarize([pending]);
    expect(group).toMatchObject({ key: 'undefined|undefined', label: 'summary.pending' });
    expect(pt.summary.pending).toBe('Pendente/Aguardando');
  });

  test('[QDETAIL-16] labels every other group with the key error-queue-{reason}', () => {
    for (const reason of itemReasons) {
      const [group] = summarize([{ response: 'NOT_EXECUTED', responseReason: reason }]);
      expect(group?.label).toBe(`error-queue-${reason}`);
    }
    expect(summarize([{ response: 'EXECUTED', responseReason: 'unknown_result' }])[0]?.label).toBe(
      'error-queue-unknown_result',
    );
    expect(summarize([pending, { response: null, responseReason: 'unknown_result' }])).toMatchObject([
      { key: 'undefined|undefined', count: 1 },
      { key: 'undefined|unknown_result', label: 'error-queue-unknown_result', count: 1 },
    ]);
    expect(summarize([{ response: 'NOT_EXECUTED', responseReason: null }])[0]?.label).toBe('error-queue-not_said');
  });

  test('[QDETAIL-17] sorts the groups by count, the largest first', () => {
    const counts = summarize([rejected, executed, executed, unsubscribed, executed, unsubscribed]).map(
      ({ count }) => count,
    );
    expect(counts).toEqual([3, 2, 1]);
  });
});

test("[QDETAIL-10] an item with response EXECUTED shows 'Sucesso'", () => {
  expect(statusKey({ response: 'EXECUTED', held_back: false })).toBe('item.executed');
  expect(pt.item.executed).toBe('Sucesso');
});

test("[QDETAIL-11] an item with response NOT_EXECUTED shows 'Falha'", () => {
  expect(statusKey({ response: 'NOT_EXECUTED', held_back: false })).toBe('item.failed');
  expect(pt.item.failed).toBe('Falha');
});

test("[QDETAIL-12] an item with empty response shows 'Aguardando...'", () => {
  expect(statusKey({ response: null, held_back: false })).toBe('item.waiting');
  expect(pt.item.waiting).toBe('Aguardando...');
});

test('[I18N-07] every reason has a text in every language', () => {
  for (const texts of [pt, es, en] as Record<string, unknown>[]) {
    for (const reason of [...itemReasons, null]) expect(texts[reasonKey(reason)]).toMatch(/\S{3}/);
  }
});

test('a person held back is no failure: the item says so in a word of its own', () => {
  expect(statusKey({ response: 'NOT_EXECUTED', held_back: true })).toBe('item.heldBack');
  expect(pt.item.heldBack).toBe('Retido');
});
