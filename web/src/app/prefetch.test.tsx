import { getDashboard, listComments } from '@escuta/contract/analytics';
import { listContacts } from '@escuta/contract/contacts';
import { listResponses } from '@escuta/contract/response-list';
import type { Route } from '@escuta/contract/route';
import { getSurveyDraft, listSurveys } from '@escuta/contract/surveys';
import { linkOptions } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { numbers } from '#web/testing/dashboard-server.ts';
import { openApp, signedInServer, unitId } from '#web/testing/render-app.tsx';
import { testDraft, testSurvey } from '#web/testing/send-samples.ts';

// The code of two pages is loaded and compiled.
vi.setConfig({ testTimeout: 30_000 });
const survey = testSurvey(1);

const dashboard = linkOptions({
  to: '/cf-dashboard',
  search: { period: 'last-month', surveyId: survey._id, metric: 'nps' },
});
const responses = linkOptions({
  to: '/customer-feedback/responses',
  search: { metric: 'nps', group: 'bottom', page: 2 },
});
const newSend = linkOptions({ to: '/sends/new', search: { surveyId: survey._id } });

function serverWithAll(role?: Parameters<typeof signedInServer>[0]) {
  return signedInServer(role)
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(getDashboard)(() => numbers)
    .on(listComments)(() => ({ data: [] }))
    .on(listResponses)(() => ({ data: [], total: 41 }))
    .on(listSurveys)(() => ({ data: [survey], total: 1 }))
    .on(getSurveyDraft)(() => testDraft(survey));
}

async function openContacts() {
  const app = openApp('/contatos');
  await screen.findByRole('heading', { level: 1, name: 'Contatos' });
  return app;
}

describe('on the way to a page', () => {
  test.each<[string, typeof dashboard | typeof responses | typeof newSend, Route[]]>([
    ['Dashboard', dashboard, [getDashboard, listComments]],
    ['Respostas', responses, [listResponses]],
    ['Novo envio', newSend, [listSurveys, getSurveyDraft]],
  ])('the router asks for what the page will ask for: %s', async (title, place, routes) => {
    const server = serverWithAll();
    const { router, queryClient } = await openContacts();
    const queriesOf = ({ method, path }: Route) =>
      queryClient.getQueryCache().findAll({ queryKey: [unitId, `${method} ${path}`] });
    await router.preloadRoute(place);
    for (const route of routes) await waitFor(() => expect(server.count(route)).toBe(1));
    await router.navigate(place);
    await screen.findByRole('heading', { level: 1, name: title });
    for (const route of routes) {
      await waitFor(() => expect(queriesOf(route).some((query) => query.isActive())).toBe(true));
      expect(queriesOf(route)).toHaveLength(1);
    }
  });

  test('it asks for no comments for who may not read them', async () => {
    const server = serverWithAll('notesonly');
    const { router } = await openContacts();
    await router.preloadRoute(dashboard);
    await waitFor(() => expect(server.count(getDashboard)).toBe(1));
    expect(server.count(listComments)).toBe(0);
  });
});
