import { scoreGroups } from '@escuta/contract/metrics';
import { describe, expect, test } from 'vitest';
import { judgeCustomValue } from '@escuta/contract/custom-field-values';
import { drawCustomValues } from '#modules/contacts/demo/custom-values.ts';
import { aurora } from './aurora.ts';
import type { CommentBank } from './comment-bank.ts';
import { composeComment } from './compose-comment.ts';
import { hotelFields, shopFields } from './custom-fields.ts';
import {
  beachComments,
  hotelComments,
  renewedComments,
  spanishComments,
  tableComments,
  worksComments,
} from './hotel-comments.ts';
import { makeUnit } from './make-unit.ts';
import { seeded } from '#platform/drawing/random.ts';
import { drawScore } from '#modules/responses/demo/draw-score.ts';
import { shopComments } from './shop-comments.ts';
import { timeLineTo } from '#platform/drawing/time-line.ts';

const now = new Date('2026-11-20T19:00:00Z');
const sentencesOf = (bank: CommentBank) =>
  Object.values(bank).flatMap((groups) => scoreGroups.flatMap((group) => groups[group]));

test('the same seed and the same moment draw the same year', () => {
  const draw = (seed: number) => makeUnit(seeded(seed), aurora.units[1]!, timeLineTo(now));
  const summary = ({ contacts, sends, counterAnswers, imports }: ReturnType<typeof draw>) =>
    JSON.stringify([
      contacts,
      sends.map((send) => send.items.map((item) => [item.id, item.outcome, item.answer])),
      counterAnswers.map(({ answer }) => answer),
      imports,
    ]);
  expect(summary(draw(1))).toBe(summary(draw(1)));
  expect(summary(draw(2))).not.toBe(summary(draw(1)));
});

test('nothing of the year lies in the future, and no message goes twice to one person within thirty days', () => {
  const { contacts, sends, counterAnswers } = makeUnit(seeded(7), aurora.units[0]!, timeLineTo(now));
  const answers = [
    ...sends.flatMap(({ items }) => items.flatMap(({ answer }) => answer ?? [])),
    ...counterAnswers.map(({ answer }) => answer),
  ];
  const instants = [
    ...contacts.map(({ createdAt }) => createdAt),
    ...sends.map(({ finishedAt }) => finishedAt),
    ...answers.map(({ completedAt, answeredAt }) => completedAt ?? answeredAt),
  ];
  expect(Math.max(...instants.map((instant) => instant.getTime()))).toBeLessThanOrEqual(now.getTime());
  expect(new Set(contacts.map(({ email }) => email).filter(Boolean)).size).toBe(
    contacts.filter(({ email }) => email).length,
  );

  const last = new Map<string, number>();
  for (const { items } of sends) {
    for (const { contact, outcome, executedAt } of items) {
      expect(contact.createdAt.getTime()).toBeLessThan(executedAt.getTime());
      if (outcome !== 'accepted') continue;
      expect(executedAt.getTime() - (last.get(contact.id) ?? 0)).toBeGreaterThan(30 * 86_400_000 - 60_000);
      last.set(contact.id, executedAt.getTime());
    }
  }
});

test.each([
  ['hotels', hotelFields],
  ['shop', shopFields],
])('the custom values of the %s are as a form keeps them, of a part of the contacts', (_whose, fields) => {
  const time = timeLineTo(now);
  const { contacts } = makeUnit(seeded(7), aurora.units[1]!, time);
  const values = drawCustomValues(seeded(7), fields, contacts, time);
  for (const { internal_name: name, type, options = [], share } of fields) {
    const drawn = [...values].flatMap(([, held]) => held[name] ?? []);
    expect(Math.abs(drawn.length / contacts.length - share)).toBeLessThan(0.05);
    expect(new Set(drawn).size).toBeGreaterThan(2);
    for (const value of drawn)
      expect([value, judgeCustomValue({ type, options, required: false }, value)]).toEqual([value, { value }]);
  }
  for (const { id, createdAt } of contacts) {
    const stayed = values.get(id)?.['ultima_estadia'] ?? time.dayOf(now);
    expect(stayed >= time.dayOf(createdAt) && stayed <= time.dayOf(now)).toBe(true);
  }
});

describe('what people write', () => {
  test('comes from at least 120 sentences in Portuguese, and some in Spanish', () => {
    const sentences = [
      hotelComments,
      beachComments,
      worksComments,
      renewedComments,
      tableComments,
      shopComments,
    ].flatMap(sentencesOf);
    expect(new Set(sentences).size).toBeGreaterThanOrEqual(120);
    expect(scoreGroups.flatMap((group) => spanishComments[group]).length).toBeGreaterThanOrEqual(12);
  });

  test('differs from person to person', () => {
    const random = seeded(3);
    const written = Array.from({ length: 200 }, () => composeComment(random, hotelComments, 'bottom', 0));
    expect(new Set(written).size).toBeGreaterThan(80);
  });
});

test('scores drawn for a mood come close to it', () => {
  const random = seeded(5);
  for (const mood of [-20, 0, 40, 70]) {
    const groups = Array.from({ length: 20_000 }, () => drawScore(random, 'nps', mood).group);
    const share = (wanted: string) => groups.filter((group) => group === wanted).length / groups.length;
    expect(Math.abs(100 * (share('top') - share('bottom')) - mood)).toBeLessThan(2.5);
  }
});
