import type { Survey, SurveyDefinition, SurveyDraft } from '@escuta/contract/surveys';
import { unitId } from '#web/testing/render-app.tsx';

export const surveyId = '019a9f3e-0000-7000-8000-0000000000a1' as Survey['_id'];

/** The texts of a survey, for tests. */
export const testDefinition: SurveyDefinition = {
  language: 'pt',
  questions: [
    {
      key: 'score',
      type: 'nps',
      title: 'Você recomendaria a Aurora?',
      help: 'Pense em tudo.',
      lowLabel: 'Nada provável',
      highLabel: 'Muito provável',
      required: true,
    },
    {
      key: 'why',
      type: 'why',
      titles: { top: 'O que mais pesou?', middle: 'O que falta?', bottom: 'O que aconteceu?' },
      placeholder: 'Com as suas palavras',
      required: false,
    },
  ],
  closings: { top: 'Obrigado!', middle: 'Obrigado pela sinceridade!', bottom: 'Vamos corrigir.' },
  email: {
    subject: 'Como foi?',
    preheader: 'Leva um minuto.',
    senderName: 'Aurora',
    replyTo: 'sac@aurora.example',
    greeting: 'Olá, {{name}}!',
    intro: 'Clique na nota.',
  },
  sms: { text: '{{empresa}}: como foi?' },
  theme: { brandColor: '#0F766E' },
  legalBasis: 'contract',
};

/** A survey, for tests: published once, unless the test says otherwise. */
export function testSurvey(given: Partial<Survey> = {}): Survey {
  return {
    _id: surveyId,
    title: 'Clientes',
    icon: 'message-star',
    _business: { _id: unitId, nome: 'Aurora Paulista' },
    metric: 'nps',
    status: 'active',
    channels: ['email'],
    whatsapp_params: {},
    version: 1,
    has_changes: false,
    responses: 1_234,
    last_answered_at: '2026-11-20T14:31:00.000Z',
    created_at: '2026-11-03T12:00:00.000Z',
    updated_at: '2026-11-19T12:00:00.000Z',
    ...given,
  };
}

/** A draft at a revision, for tests. */
export function testDraft(given: Partial<SurveyDraft> = {}): SurveyDraft {
  return { survey: testSurvey(), definition: testDefinition, revision: 3, fields: [], masked: [], ...given };
}
