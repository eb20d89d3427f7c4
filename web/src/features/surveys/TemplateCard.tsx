import type { Language } from '@escuta/contract/primitives';
import { scoresOf } from '@escuta/contract/metrics';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import { metricOfTemplate } from '@escuta/contract/surveys';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import { Skeleton, Text } from '@mantine/core';
import { IconMessageStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { templatesQuery } from '#web/features/surveys/api.ts';
import { templateIcons } from '#web/features/surveys/questions/index.ts';
import { useTemplateWords } from '#web/features/surveys/template-words.ts';
import classes from './TemplateCard.module.css';

interface TemplateCardProps {
  readonly template: SurveyTemplate;
  /** The language that the survey will speak. */
  readonly language: Language;
}

/** What a template asks, drawn small. */
export function TemplateCard({ template, language }: TemplateCardProps) {
  const words = useTemplateWords(template);
  const templates = useQuery(templatesQuery(language));
  const begun = templates.data?.data.find((each) => each.template === template);
  const Icon = templateIcons[template] ?? IconMessageStar;
  return (
    <span className={classes['face']}>
      <span className={classes['paper']} aria-hidden="true">
        {templates.isPending ? (
          <Skeleton renderRoot={(props) => <span {...props} />} display="block" height={12} width="70%" />
        ) : (
          <Text component="span" size="xs" fw={600} className={classes['question']}>
            {begun && scoreQuestionOf(begun.definition.questions)?.title}
          </Text>
        )}
        <span className={classes['scale']}>
          {scoresOf(metricOfTemplate(template)).map((score) => (
            <i key={score}>{score}</i>
          ))}
        </span>
      </span>
      <span className={classes['name']}>
        <Icon size={18} stroke={1.5} aria-hidden />
        <Text component="span" fw={600}>
          {words.name}
        </Text>
      </span>
      <Text component="span" c="dimmed">
        {words.text}
      </Text>
    </span>
  );
}
