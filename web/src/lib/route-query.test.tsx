import { listMyBusinesses } from '@escuta/contract/companies';
import { createContact, listContacts } from '@escuta/contract/contacts';
import { previewAudience } from '@escuta/contract/sends';
import { listSurveys } from '@escuta/contract/surveys';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { onInterruption } from '#web/lib/call.ts';
import { testQueryClient } from '#web/testing/query-client.ts';
import { routeQuery, useInvalidate, useRouteMutation } from '#web/lib/route-query.ts';
import { aContact } from '#web/testing/contact-samples.ts';
import { chooseUnit } from '#web/lib/unit.ts';
import { openApp, otherUnitId, signedInServer, testUnit, unitId } from '#web/testing/render-app.tsx';

const contact = (name: string) => aContact({ name });

/** A component's surroundings: the cache of queries, and nothing else. */
function withQueries() {
  const client = testQueryClient();
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}

test('an answer of the unit that was left arrives too late to land in the other one', async () => {
  const late = Promise.withResolvers<void>();
  const server = signedInServer().on(listMyBusinesses)(() => ({
    data: [testUnit({ nome: 'Paulista' }), testUnit({ _id: otherUnitId, nome: 'Praia' })],
  }));
  server.on(listContacts)(async ({ headers }) => {
    if (headers.get('x-business-id') === otherUnitId) return { data: [contact('Pessoa da Praia')], total: 1 };
    await late.promise;
    return { data: [contact('Pessoa da Paulista')], total: 1 };
  });
  const { user } = openApp('/contatos');
  await waitFor(() => expect(server.count(listContacts)).toBe(1));
  await user.click(await screen.findByRole('button', { name: /Trocar de unidade/ }));
  await user.click(await screen.findByText('Praia'));
  expect(await screen.findByText('Pessoa da Praia')).toBeVisible();
  await act(async () => {
    late.resolve();
    await Promise.resolve();
  });
  expect(screen.getByText('Pessoa da Praia')).toBeVisible();
  expect(screen.queryByText('Pessoa da Paulista')).toBeNull();
  expect(server.asked(listContacts).map(({ headers }) => headers.get('x-business-id'))).toEqual([unitId, otherUnitId]);
});

test('what belongs to the screen of a unit is asked of that unit, whatever the tab has gone to meanwhile', async () => {
  const server = signedInServer().on(listContacts)(() => ({ data: [], total: 0 }));
  server.on(createContact)(() => contact('Maria'));
  const query = routeQuery(listContacts, { query: { page: 2 } });
  const client = testQueryClient();
  const { result } = renderHook(() => useRouteMutation(createContact), { wrapper: withQueries() });
  act(() => chooseUnit(otherUnitId));
  await client.fetchQuery(query);
  await act(() => result.current.mutateAsync({ body: { name: 'Maria', email: null, tel: '11987654321' } }));
  expect(query.queryKey).toEqual([unitId, 'GET /contacts', { query: { page: 2 } }]);
  expect(server.calls.map(({ headers }) => headers.get('x-business-id'))).toEqual([unitId, unitId]);
});

test('a mutation makes old what it says, however that was asked for, and nothing else', async () => {
  const server = signedInServer()
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(createContact)(() => contact('Maria'));
  const { result } = renderHook(
    () => {
      useQuery(routeQuery(listContacts, { query: {} }));
      useQuery(routeQuery(listContacts, { query: { search: 'maria' } }));
      useQuery(routeQuery(listSurveys, { query: {} }));
      return useRouteMutation(createContact, { invalidates: [listContacts] });
    },
    { wrapper: withQueries() },
  );
  await waitFor(() => expect(server.calls).toHaveLength(3));
  await act(() => result.current.mutateAsync({ body: { name: 'Maria', email: null, tel: '11987654321' } }));
  await waitFor(() => expect(server.count(listContacts)).toBe(4));
  expect(server.count(listSurveys)).toBe(1);
});

test('a mutation makes old what the unit of its screen shows, where the tab has gone to another before the answer', async () => {
  const late = Promise.withResolvers<void>();
  const server = signedInServer().on(listContacts)(() => ({ data: [], total: 0 }));
  server.on(createContact)(async () => {
    await late.promise;
    return contact('Maria');
  });
  const query = routeQuery(listContacts, { query: {} });
  const { result } = renderHook(
    () => {
      useQuery(query);
      return useRouteMutation(createContact, { invalidates: [listContacts] });
    },
    { wrapper: withQueries() },
  );
  await waitFor(() => expect(server.count(listContacts)).toBe(1));
  act(() => result.current.mutate({ body: { name: 'Maria', email: null, tel: '11987654321' } }));
  await waitFor(() => expect(server.count(createContact)).toBe(1));
  chooseUnit(otherUnitId);
  await act(async () => {
    late.resolve();
    await Promise.resolve();
  });
  await waitFor(() => expect(server.count(listContacts)).toBe(2));
  expect(server.calls.map(({ headers }) => headers.get('x-business-id'))).toEqual([unitId, unitId, unitId]);
});

test('what nobody here has changed is asked for again in the unit of the screen, and nothing else is', async () => {
  const server = signedInServer()
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(listSurveys)(() => ({ data: [], total: 0 }));
  const queries = [routeQuery(listContacts, { query: {} }), routeQuery(listSurveys, { query: {} })] as const;
  const { result } = renderHook(
    () => {
      useQuery(queries[0]);
      useQuery(queries[1]);
      return useInvalidate();
    },
    { wrapper: withQueries() },
  );
  await waitFor(() => expect(server.calls).toHaveLength(2));
  chooseUnit(otherUnitId);
  act(() => result.current([listContacts]));
  await waitFor(() => expect(server.count(listContacts)).toBe(2));
  expect(server.count(listSurveys)).toBe(1);
  expect(server.asked(listContacts).map(({ headers }) => headers.get('x-business-id'))).toEqual([unitId, unitId]);
});

test('the second of two presses sends nothing, and one after the answer does', async () => {
  const server = signedInServer().on(createContact)(() => contact('Maria'));
  const { result } = renderHook(() => useRouteMutation(createContact), { wrapper: withQueries() });
  const press = () => result.current.mutate({ body: { name: 'Maria', email: null, tel: '11987654321' } });
  act(() => {
    press();
    press();
  });
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(server.count(createContact)).toBe(1);
  act(press);
  await waitFor(() => expect(server.count(createContact)).toBe(2));
});

test('without an input nothing is asked', async () => {
  const server = signedInServer().on(listContacts)(() => ({ data: [], total: 0 }));
  const { result } = renderHook(() => useQuery(routeQuery(listContacts, undefined)), { wrapper: withQueries() });
  await act(() => Promise.resolve());
  expect(result.current.fetchStatus).toBe('idle');
  expect(server.calls).toEqual([]);
});

test('a refusal of what a page asks for opens no dialog, whatever the method; one of an act does', async () => {
  const told: string[] = [];
  onTestFinished(onInterruption((why) => told.push(why)));
  signedInServer().refuse(previewAudience, 'FORBIDDEN');
  const body = { audience: { kind: 'all' as const }, channel: 'email' as const };
  const { result } = renderHook(() => useRouteMutation(previewAudience), { wrapper: withQueries() });
  await expect(testQueryClient().fetchQuery(routeQuery(previewAudience, { body }))).rejects.toThrow('FORBIDDEN');
  expect(told).toEqual([]);
  await act(() => expect(result.current.mutateAsync({ body })).rejects.toThrow('FORBIDDEN'));
  expect(told).toEqual(['forbidden']);
});
