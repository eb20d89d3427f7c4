import type { Import } from '@escuta/contract/imports';
import type { QueueEntry, QueueItem } from '@escuta/contract/sends';
import type { Survey, SurveyDraft } from '@escuta/contract/surveys';
import { companyId, unitId } from '#web/testing/render-app.tsx';

const unit = { _id: unitId, nome: 'Aurora Paulista' };

/** A send that is half done. `at` tells it from another one. */
export function testQueue(at: number, changes: Partial<QueueEntry> = {}): QueueEntry {
  return {
    _id: testId(100 + at) as QueueEntry['_id'],
    type: 'cf',
    metric: 'nps',
    channel: 'email',
    created_at: '2026-11-20T15:02:03.000Z',
    status: 'processing',
    pause_reason: null,
    scheduled: false,
    schedule_params: { type: 'default', scheduled_to: null },
    released_at: '2026-11-20T15:02:05.000Z',
    empresa: { _id: companyId, nome: 'Aurora' },
    business: unit,
    survey: [{ _id: testId(1) as Survey['_id'], title: `Pesquisa ${at}` }],
    total: 1200,
    scheduledSum: 1200,
    statusSum: 580,
    percentageScheduled: 1,
    percentageStatus: 0.5,
    sent_at: '2026-11-20T15:02:05.000Z',
    quarantine_ignored: null,
    processing: { accepted: 580, heldBack: 10, failed: 8, unknown: 2, pending: 600 },
    progress: 0.5,
    ...changes,
  };
}

export const finished = {
  status: 'finished',
  statusSum: 1180,
  percentageStatus: 1,
  progress: 1,
  processing: { accepted: 1180, heldBack: 12, failed: 8, unknown: 0, pending: 0 },
} as const satisfies Partial<QueueEntry>;

/** An item that was sent, of the customer with this number. */
export function testItem(at: number, changes: Partial<QueueItem> = {}): QueueItem {
  return {
    _id: testId(10_000 + at) as QueueItem['_id'],
    response: 'EXECUTED',
    responseReason: null,
    held_back: false,
    detail: null,
    address: `cliente${at}@exemplo.example`,
    executed_at: '2026-11-20T17:02:09.000Z',
    customer: {
      _id: testId(20_000 + at) as NonNullable<QueueItem['customer']>['_id'],
      name: `Cliente ${at}`,
      email: `cliente${at}@exemplo.example`,
      tel: null,
    },
    ...changes,
  };
}

/** A published survey. */
export function testSurvey(at: number, changes: Partial<Survey> = {}): Survey {
  return {
    _id: testId(200 + at) as Survey['_id'],
    title: `Pesquisa ${at}`,
    icon: 'star',
    _business: unit,
    metric: 'nps',
    status: 'active',
    channels: ['email'],
    whatsapp_params: {},
    version: 1,
    has_changes: false,
    responses: 0,
    last_answered_at: null,
    created_at: '2026-11-01T12:00:00.000Z',
    updated_at: '2026-11-01T12:00:00.000Z',
    ...changes,
  };
}

/** The texts of a survey. */
export function testDraft(survey: Survey): SurveyDraft {
  const perGroup = { top: 'Por quê?', middle: 'Por quê?', bottom: 'Por quê?' };
  return {
    survey,
    revision: 1,
    fields: [],
    masked: [],
    definition: {
      language: 'pt',
      questions: [{ key: 'why', type: 'why', titles: perGroup, placeholder: '', required: false }],
      closings: { top: 'Obrigado!', middle: 'Obrigado!', bottom: 'Obrigado!' },
      email: {
        subject: `Assunto de ${survey.title}`,
        preheader: 'Leva um minuto',
        senderName: 'Equipe Aurora',
        greeting: 'Olá',
        intro: 'Conte para a gente.',
      },
      theme: { brandColor: '#0F766E' },
    },
  };
}

/** A finished import of contacts. */
export function testImport(at: number, changes: Partial<Import> = {}): Import {
  return {
    _id: testId(300 + at) as Import['_id'],
    type: 'import_contacts',
    status: 'finished',
    created_at: '2026-11-19T12:00:00.000Z',
    ended_at: '2026-11-19T12:01:00.000Z',
    totalData: 40,
    progress: 1,
    file_name: `clientes-${at}.csv`,
    counts: { created: 40, updated: 0, unchanged: 0, rejected: 0, warned: 0 },
    error: null,
    undoUntil: null,
    undo: null,
    business: unit,
    user: null,
    ...changes,
  };
}

function testId(number: number): string {
  return `019a9f3e-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
