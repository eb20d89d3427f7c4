import type { CommentBank } from './comment-bank.ts';
import { hotelFields } from './custom-fields.ts';
import type { DemoCompany } from './demo-company.ts';
import { beachComments, hotelComments, renewedComments, tableComments, worksComments } from './hotel-comments.ts';
import {
  beachStory,
  cityStory,
  driftingStory,
  isHighSeason,
  receptionStory,
  worksBeganDaysAgo,
  worksEndedDaysAgo,
} from './score-story.ts';
import { receptionComments } from './reception-comments.ts';
import { requestsComments, requestsStory } from './requests.ts';
import type { Moment } from '#platform/drawing/time-line.ts';

/** A small chain of hotels: one house in the city that was renovated, one at the beach that suffers when it is full. */
export const aurora: DemoCompany = {
  name: 'Aurora Hotéis',
  seed: 20_260_714,
  customFields: hotelFields,
  users: [
    { email: 'own@aurora.example', name: 'Helena Vasconcelos', role: 'own', ticketingRole: 'adm' },
    { email: 'adm@aurora.example', name: 'Marcelo Tavares', role: 'adm', ticketingRole: 'adm' },
    { email: 'ana@aurora.example', name: 'Bianca Nogueira', role: 'ana' },
    { email: 'pdv@aurora.example', name: 'Thiago Ramos', role: 'pdv', unit: 'Aurora Praia – Florianópolis' },
    { email: 'readonly@aurora.example', name: 'Sônia Figueiredo', role: 'readonly' },
    { email: 'notesonly@aurora.example', name: 'Otávio Lemos', role: 'notesonly' },
    { email: 'dashonly@aurora.example', name: 'Lígia Monteiro', role: 'dashonly' },
    { email: 'agent@aurora.example', name: 'Camila Duarte', role: 'agent', ticketingRole: 'agent' },
  ],
  others: {
    users: [
      { email: 'paula@aurora.example', name: 'Paula Menezes', role: 'ana', exportsPersonalData: true },
      { email: 'gustavo@aurora.example', name: 'Gustavo Pires', role: 'ana', hasLeft: true },
    ],
    invitations: [
      { email: 'renata.lopes@aurora.example', role: 'adm' },
      { email: 'eduardo.reis@aurora.example', role: 'pdv' },
    ],
  },
  units: [
    {
      name: 'Aurora Paulista – São Paulo',
      brandColor: '#0F766E',
      contacts: 4_000,
      imports: [
        { fileName: 'hospedes-sistema-antigo.csv', daysAgo: 396, rows: 2_650, rejected: 41 },
        { fileName: 'feira-de-turismo.csv', daysAgo: 64, rows: 240, rejected: 7 },
      ],
      employedShare: 0.3,
      areaCodes: [
        ['11', 46],
        ['19', 8],
        ['21', 10],
        ['31', 8],
        ['41', 7],
        ['51', 5],
        ['61', 6],
        ['71', 4],
        ['81', 4],
        ['48', 2],
      ],
      surveys: [
        {
          title: 'Hospedagem – Aurora Paulista',
          icon: 'bed',
          template: 'nps-stay',
          status: 'active',
          story: cityStory,
          commentsOf: cityComments,
          waves: { everyWeeks: 1, contacts: 165, firstDaysAgo: 364, lastDaysAgo: 0, weekday: 2, hour: 10 },
          responseShare: 0.31,
          linkAnswersPerDay: 0.9,
          spanishShare: 0.02,
        },
        {
          title: 'Relacionamento – Clube Aurora',
          icon: 'heart-handshake',
          template: 'nps-relationship',
          status: 'active',
          story: driftingStory(41, 12),
          commentsOf: cityComments,
          waves: { everyWeeks: 8, contacts: 600, firstDaysAgo: 340, lastDaysAgo: 0, weekday: 4, hour: 9 },
          responseShare: 0.22,
          linkAnswersPerDay: 0,
          spanishShare: 0,
        },
        {
          title: 'Atendimento da recepção',
          icon: 'bell',
          template: 'csat-service',
          status: 'active',
          story: receptionStory,
          commentsOf: () => receptionComments,
          waves: { everyWeeks: 6, contacts: 150, firstDaysAgo: 300, lastDaysAgo: 0, weekday: 3, hour: 16 },
          responseShare: 0.3,
          linkAnswersPerDay: 0.6,
          spanishShare: 0.02,
        },
        {
          title: 'Pedidos durante a estadia',
          icon: 'message-2',
          template: 'ces-service',
          status: 'active',
          story: requestsStory,
          commentsOf: () => requestsComments,
          waves: { everyWeeks: 6, contacts: 150, firstDaysAgo: 290, lastDaysAgo: 0, weekday: 5, hour: 11 },
          responseShare: 0.3,
          linkAnswersPerDay: 0.4,
          spanishShare: 0.02,
        },
        {
          title: 'Café da manhã – piloto',
          icon: 'coffee',
          template: 'nps-purchase',
          status: 'paused',
          story: driftingStory(30, 0),
          commentsOf: () => ({ breakfast: hotelComments['breakfast']! }),
          waves: { everyWeeks: 2, contacts: 120, firstDaysAgo: 320, lastDaysAgo: 280, weekday: 3, hour: 11 },
          responseShare: 0.26,
          linkAnswersPerDay: 0,
          spanishShare: 0,
        },
        {
          title: 'Eventos e convenções',
          icon: 'presentation',
          template: 'nps-relationship',
          status: 'draft',
          story: driftingStory(0, 0),
          commentsOf: () => hotelComments,
          responseShare: 0,
          linkAnswersPerDay: 0,
          spanishShare: 0,
        },
      ],
    },
    {
      name: 'Aurora Praia – Florianópolis',
      brandColor: '#0369A1',
      contacts: 1_500,
      imports: [{ fileName: 'hospedes-praia.csv', daysAgo: 392, rows: 980, rejected: 18 }],
      employedShare: 0.12,
      areaCodes: [
        ['48', 28],
        ['47', 16],
        ['49', 8],
        ['51', 16],
        ['54', 6],
        ['41', 12],
        ['11', 12],
        ['21', 4],
      ],
      surveys: [
        {
          title: 'Hospedagem – Aurora Praia',
          icon: 'beach',
          template: 'nps-stay',
          status: 'active',
          story: beachStory,
          commentsOf: beachCommentsOf,
          waves: { everyWeeks: 1, contacts: 105, firstDaysAgo: 361, lastDaysAgo: 0, weekday: 1, hour: 10 },
          responseShare: 0.34,
          linkAnswersPerDay: 0.7,
          spanishShare: 0.12,
        },
        {
          title: 'Restaurante Maré',
          icon: 'tools-kitchen-2',
          template: 'nps-purchase',
          status: 'active',
          story: driftingStory(34, 18),
          commentsOf: () => tableComments,
          waves: { everyWeeks: 4, contacts: 150, firstDaysAgo: 350, lastDaysAgo: 0, weekday: 5, hour: 14 },
          responseShare: 0.27,
          linkAnswersPerDay: 0.8,
          spanishShare: 0.06,
        },
      ],
    },
  ],
};

function cityComments({ daysAgo }: Moment): CommentBank {
  if (daysAgo <= worksBeganDaysAgo && daysAgo > worksEndedDaysAgo)
    return { ...hotelComments, ...worksComments, again: worksComments['works']! };
  return daysAgo <= worksEndedDaysAgo ? { ...hotelComments, ...renewedComments } : hotelComments;
}

function beachCommentsOf(moment: Moment): CommentBank {
  if (isHighSeason(moment)) return beachComments;
  const { season: _, ...rest } = beachComments;
  return rest;
}
