import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isGroup } from '@escuta/contract/segments';
import type { SegmentDefinition, SegmentNode } from '@escuta/contract/segments';
import { createContact, signedIn, unitOf } from '../../../testing/factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();

interface Person {
  readonly name: string;
  readonly email: string | null;
  readonly tags: readonly string[];
  readonly custom: Readonly<Record<string, string>>;
}

// cspell:ignore óuro
/** Words that differ by capitals and accents alone, that have the same length, and that hold each other. */
const words = ['Ouro', 'OURO', 'óuro', 'Aço!', 'aco!', 'Our', 'ço'];
const people = words.map((name, at): Person => ({
  name,
  email: at % 2 === 0 ? `${name.toLowerCase()}@um.example` : null,
  tags: at % 3 === 0 ? [] : [words[(at * 2) % words.length]!, words[(at * 3) % words.length]!],
  custom: at % 4 === 0 ? {} : { plano: words[(at * 5) % words.length]! },
}));

const form = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const is = (value: string | null | undefined, asked: string) => value != null && form(value) === form(asked);
const contains = (value: string | null | undefined, asked: string) =>
  value != null && form(value).includes(form(asked));

/** Whether somebody is in a segment: the same rules one person at a time, plain enough to be believed. */
function belongs(node: SegmentNode, person: Person): boolean {
  if (isGroup(node)) {
    return node.match === 'all'
      ? node.of.every((part) => belongs(part, person))
      : node.of.some((part) => belongs(part, person));
  }
  if (node.kind === 'tag' && 'value' in node.test) {
    const { op, value } = node.test;
    // Accents tell tags apart.
    return (op === 'has') === person.tags.some((tag) => tag.toLowerCase() === value.toLowerCase());
  }
  if ((node.kind !== 'text' && node.kind !== 'custom') || !('value' in node.test)) throw new Error(node.kind);
  const { op, value: asked } = node.test;
  const value = node.kind === 'text' ? person[node.field as 'name' | 'email'] : person.custom[node.field];
  switch (op) {
    case 'is':
      return is(value, String(asked));
    case 'isNot':
      return !is(value, String(asked));
    case 'contains':
      return contains(value, String(asked));
    case 'notContains':
      return !contains(value, String(asked));
    default:
      throw new Error(op);
  }
}

const word = fc.constantFrom(...words, '@UM', '%', '_');
const textTest = fc.record({ op: fc.constantFrom('is', 'isNot', 'contains', 'notContains'), value: word });
const condition = fc.oneof(
  fc.record({ kind: fc.constant('text'), field: fc.constantFrom('name', 'email'), test: textTest }),
  fc.record({ kind: fc.constant('custom'), field: fc.constant('plano'), test: textTest }),
  fc.record({ kind: fc.constant('tag'), test: fc.record({ op: fc.constantFrom('has', 'hasNot'), value: word }) }),
);
const match = fc.constantFrom('all', 'any');
const of = <Part>(part: fc.Arbitrary<Part>) => fc.array(part, { minLength: 1, maxLength: 3 });
const definitions = fc.record({
  match,
  of: of(fc.oneof(condition, fc.record({ match, of: of(condition) }))),
}) as fc.Arbitrary<SegmentDefinition>;

test('[SEGMENT-01] whatever a segment asks, its number and its contacts are those that hold it', async () => {
  const { headers, companyId } = await signedIn(context);
  const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
  const ask = async (path: string, payload: object) => {
    const answer = await context.app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const field = { internal_name: 'plano', label: 'Plano', type: 'text', options: [] };
  const made = await ask('/custom-fields', { ...field, required: false, sensitive: false, searchable: false });
  expect(made.status).toBe(201);
  for (const { name, email, tags, custom } of people) {
    const { id } = await createContact(context, { ...unit, name, email });
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set({ tags: [...tags], custom_fields: JSON.stringify(custom) })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute(),
    );
  }
  await fc.assert(
    fc.asyncProperty(definitions, async (definition) => {
      const { status, body } = await ask('/segments/preview', { definition });
      expect(status).toBe(200);
      const names = people.filter((person) => belongs(definition, person)).map(({ name }) => name);
      expect(body.total).toBe(names.length);
      expect(body.sample.map(({ name }: { name: string }) => name).toSorted()).toEqual(names.toSorted());
    }),
    { numRuns: 60 },
  );
});
