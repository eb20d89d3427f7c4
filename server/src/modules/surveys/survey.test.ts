import { languages } from '@escuta/contract/primitives';
import { metricOfTemplate, surveyStatuses, surveyTemplates } from '@escuta/contract/surveys';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { placeOf } from '@escuta/contract/variable-names';
import { faultsOf } from '@escuta/contract/variables';
import { describe, expect, test } from 'vitest';
import { problemOf, statusAfterPublishing } from './survey.ts';
import { definitionFrom } from './definition-from-template.ts';

const definition = definitionFrom('nps-stay', { language: 'pt', companyName: 'Aurora', brandColor: '#0F766E' });
const [score, why] = definition.questions as [SurveyDefinition['questions'][0], SurveyDefinition['questions'][0]];

describe('the rules of a definition', () => {
  test.each([
    ['a score and a why-question', [score, why], undefined],
    ['a score alone', [score], undefined],
    ['two questions under one key', [score, { ...why, key: score.key }], 'question_key_repeated'],
    ['the why-question first', [why, score], 'first_question_cannot_open'],
    ['two scores', [score, { ...score, key: 'again' }], 'question_type_repeated'],
    ['two why-questions', [score, why, { ...why, key: 'again' }], 'question_type_repeated'],
  ])('%s', (_name, questions, problem) => {
    expect(problemOf({ ...definition, questions }, 'nps')).toBe(problem);
  });

  test('a survey that measured something else, or nothing, keeps measuring that', () => {
    expect(problemOf(definition, 'none')).toBe('metric_changed');
  });

  test('publishing starts a draft and leaves a pause or an end as it is', () => {
    expect(surveyStatuses.map(statusAfterPublishing)).toEqual(['active', 'active', 'paused', 'closed', 'archived']);
  });
});

describe('templates', () => {
  const all = surveyTemplates.flatMap((template) => languages.map((language) => ({ template, language })));

  test.each(all)(
    '$template in $language is complete, also for a company with a long name',
    ({ template, language }) => {
      const made = definitionFrom(template, {
        language,
        companyName: 'Companhia de Turismo e Hotelaria do Brasil Meridional',
        brandColor: '#123456',
      });
      expect(problemOf(made, metricOfTemplate(template))).toBeUndefined();
      expect(made).toMatchObject({ language, theme: { brandColor: '#123456' } });
      expect(JSON.stringify(made)).not.toContain('{{company}}');
      expect(made.email.greeting).toContain(placeOf('name', language));
      expect(faultsOf(made, [])).toEqual([]);
      expect(made.questions[0]).toMatchObject({ title: expect.stringContaining('Companhia de Turismo') });
    },
  );

  test('no text is in two languages', () => {
    for (const template of surveyTemplates) {
      const texts = languages.map((language) =>
        Object.values(definitionFrom(template, { language, companyName: 'X', brandColor: '#123456' }).closings),
      );
      expect(new Set(texts.flat()).size).toBe(9);
    }
  });

  test('a company’s name is put in as it is, whatever signs it holds', () => {
    const made = definitionFrom('nps-purchase', {
      language: 'en',
      companyName: '$& <b>Sons</b>',
      brandColor: '#123456',
    });
    expect(made.questions[0]).toMatchObject({ title: expect.stringContaining('$& <b>Sons</b>') });
  });

  test.each(['{{apelido}} Ltda', 'Reservas.com', 'eu@bank.example'])(
    'a company called %s gets a survey that can be published',
    (companyName) => {
      const made = definitionFrom('nps-stay', { language: 'pt', companyName, brandColor: '#123456' });
      expect(faultsOf(made, [])).toEqual([]);
    },
  );
});
