import type { ItemId, ResponseId } from '@escuta/contract/ids';
import { responseOrigins } from '@escuta/contract/response-filter';
import type { ResponseOriginName } from '@escuta/contract/response-filter';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { makeAnswerToken } from '#modules/sends/index.ts';
import { makeLinkSlug } from '#modules/surveys/index.ts';
import { newToken, secretsFrom } from '#platform/crypto/secrets.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import { readAnswerSource } from '../answer-link.ts';
import { eachOrigin, originOf, origins } from './origins.ts';
import type { AnswerSource, AnyOrigin } from './origins.ts';
import type { Origin } from './origin.ts';
import type { LinkSource } from './link.ts';

const secrets = secretsFrom('a secret key of a test, of 32 characters or more');
const others = secretsFrom('another secret key of a test, long enough for one');
const companyKey = 123_456_789;

/** A source of each origin: a new one does not compile without its own. */
const examples: { readonly [Name in ResponseOriginName]: Extract<AnswerSource, { origin: Name }> } = {
  invitation: { origin: 'invitation', itemsMonth: '2026-11-01', itemId: newId<ItemId>() },
  link: { origin: 'link', code: '0123456789ab' },
};

/** The token of a link to an example, as whoever gives such links out makes it. */
const tokens: { readonly [Name in ResponseOriginName]: (of: Secrets) => string } = {
  invitation: (of) => makeAnswerToken(of, { companyKey, ...examples.invitation }),
  link: (of) => makeLinkSlug(of, { companyKey, code: examples.link.code }),
};

const everySource: readonly AnswerSource[] = Object.values(examples);

/** The names of those that take a token for a link of their own. */
function readersOf(token: string): ResponseOriginName[] {
  return eachOrigin.filter(({ links }) => links.read(secrets, token) !== null).map(({ name }) => name);
}

describe('the origins', () => {
  test('are those of the contract, each under its own name, with pages of its own', () => {
    expect(Object.keys(origins).toSorted()).toEqual([...responseOrigins].toSorted());
    expect(eachOrigin.map((origin) => originOf(examples[origin.name]))).toEqual(eachOrigin);
    const paths = eachOrigin.map(({ page }) => page.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test.each(everySource)('a link of the origin $origin is read back by its own entry, and by no other', (source) => {
    const token = tokens[source.origin](secrets);
    expect(readersOf(token)).toEqual([source.origin]);
    expect(readAnswerSource(secrets, token)).toEqual({ companyKey, source });
  });

  test.each(everySource)('a link of the origin $origin that was made or changed elsewhere is nobody’s', (source) => {
    const token = tokens[source.origin](secrets);
    const changed = [token.startsWith('A') ? 'B' : 'A', token.slice(1)].join('');
    const made = tokens[source.origin](others);
    for (const unknown of [changed, made, token.slice(0, -4), `${token}AAAA`, 'A'.repeat(token.length)])
      expect([unknown, readersOf(unknown), readAnswerSource(secrets, unknown)]).toEqual([unknown, [], null]);
  });

  test.each(['', 'aurora', newId(), newToken()])('%j is nobody’s link', (unknown) => {
    expect([readersOf(unknown), readAnswerSource(secrets, unknown)]).toEqual([[], null]);
  });

  test('what a step belongs to says its origin, so that no two have a response in common', () => {
    const step = { responseId: newId<ResponseId>(), seq: 1, answers: {}, complete: false };
    for (const source of everySource)
      expect(originOf(source).keyOf({ source, step }).split('/')[0]).toBe(source.origin);
  });

  test('have every part, and the name that they are registered by', () => {
    expectTypeOf<Omit<Origin<LinkSource>, 'page'>>().not.toExtend<AnyOrigin>();
    expectTypeOf<Omit<Origin<LinkSource>, 'readSteps'>>().not.toExtend<AnyOrigin>();
    expectTypeOf<Origin<LinkSource>>().toExtend<AnyOrigin>();
    expectTypeOf<Origin<LinkSource>['name']>().toEqualTypeOf<'link'>();
    // @ts-expect-error a source of another origin
    expect(origins.link.links.limitKey(examples.invitation)).toBeUndefined();
  });
});
