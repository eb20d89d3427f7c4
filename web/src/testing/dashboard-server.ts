import { getDashboard, listComments } from '@escuta/contract/analytics';
import type { Comment, Dashboard, Score } from '@escuta/contract/analytics';
import type { Role } from '@escuta/contract/access-policy';
import { ContactId, ResponseId, SurveyId } from '@escuta/contract/ids';
import { listSurveys } from '@escuta/contract/surveys';
import type { Survey } from '@escuta/contract/surveys';
import { screen } from '@testing-library/react';
import { signedInServer, unitId } from '#web/testing/render-app.tsx';

export const noScore: Score = {
  value: null,
  lo: null,
  hi: null,
  n: 0,
  sample: 'none',
  groups: { top: 0, middle: 0, bottom: 0 },
  method: null,
};
/** The first golden case of the formula: 50 promoters, 30 passives, 20 detractors. */
export const golden: Score = {
  ...noScore,
  value: 30,
  lo: 14.0511,
  hi: 44.2013,
  n: 100,
  sample: 'enough',
  groups: { top: 50, middle: 30, bottom: 20 },
  method: 'adjusted-wald',
};
export const few: Score = {
  ...noScore,
  value: 40,
  lo: -29.7827,
  hi: 79.7827,
  n: 5,
  sample: 'small',
  groups: { top: 3, middle: 1, bottom: 1 },
  method: 'adjusted-wald',
};

export const numbers: Dashboard = {
  metric: 'nps',
  metrics: ['nps'],
  figures: [],
  score: golden,
  comparison: {
    previous: { ...golden, value: 24 },
    from: '2026-09-17',
    to: '2026-10-16',
    change: 6,
    verdict: 'steady',
  },
  distribution: [2, 1, 0, 2, 3, 4, 8, 12, 18, 20, 30],
  trend: {
    step: 'day',
    points: [
      { start: '2026-11-18', end: '2026-11-18', score: golden },
      { start: '2026-11-19', end: '2026-11-19', score: noScore },
      { start: '2026-11-20', end: '2026-11-20', score: few },
    ],
  },
  responseRate: { sent: 420, delivered: 400, responded: 96, value: 0.24 },
  comments: 1,
  timezone: 'America/Sao_Paulo',
  updatedAt: '2026-11-20T17:02:09.000Z',
};

export const unanswered: Dashboard = {
  ...numbers,
  score: noScore,
  comparison: { ...numbers.comparison, previous: noScore, change: null, verdict: 'too_few' },
  distribution: Array.from({ length: 11 }, () => 0),
  trend: { step: 'day', points: numbers.trend.points.map((point) => ({ ...point, score: noScore })) },
  responseRate: { sent: 0, delivered: 0, responded: 0, value: null },
  comments: 0,
};

export const comment: Comment = {
  _id: ResponseId.parse('019a9f3e-0000-7000-8000-00000000000c'),
  metric: 'nps',
  score: 9,
  score_group: 'top',
  comment: 'Atendimento excelente.',
  answered_at: '2026-11-20T17:00:00.000Z',
  channel: 'email',
  origin: 'invitation',
  anonymous: false,
  survey: { _id: SurveyId.parse('019a9f3e-0000-7000-8000-00000000000d'), title: 'Pós-estadia' },
  customer: { _id: ContactId.parse('019a9f3e-0000-7000-8000-00000000000e'), name: 'Maria da Silva' },
};

export const survey: Survey = {
  _id: SurveyId.parse('019a9f3e-0000-7000-8000-00000000000d'),
  title: 'Pós-estadia',
  icon: 'star',
  _business: { _id: unitId, nome: 'Aurora Paulista' },
  metric: 'nps',
  status: 'active',
  channels: ['email'],
  whatsapp_params: {},
  version: 1,
  has_changes: false,
  responses: 100,
  last_answered_at: null,
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-01-01T12:00:00.000Z',
};

/** A server whose unit has these numbers, one comment and one survey. */
export function dashboardServer(role: Role = 'own', answer: Dashboard = numbers) {
  return signedInServer(role)
    .on(getDashboard)(() => answer)
    .on(listComments)(() => ({ data: [comment] }))
    .on(listSurveys)(() => ({ data: [survey], total: 1 }));
}

/** The card of a name, as a region of the page. */
export const card = (name: string) => screen.findByRole('region', { name });
