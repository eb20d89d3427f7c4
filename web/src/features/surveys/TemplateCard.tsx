import type { Language } from '@escuta/contract/primitives';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import { Text } from '@mantine/core';
import { IconBed, IconHeartHandshake, IconShoppingBag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import classes from './TemplateCard.module.css';

const icons = {
  'nps-relationship': IconHeartHandshake,
  'nps-purchase': IconShoppingBag,
  'nps-stay': IconBed,
} as const satisfies Record<SurveyTemplate, typeof IconBed>;

const scores = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

interface TemplateCardProps {
  readonly template: SurveyTemplate;
  /** The language that the survey will speak; the member's own when it is not chosen yet. */
  readonly language?: Language;
}

/** What a template asks, drawn small. */
export function TemplateCard({ template, language }: TemplateCardProps) {
  const { t, i18n } = useTranslation('surveys');
  // The question is shown in the survey's language; until its texts are here, the member's own language serves.
  const { t: inSurvey } = useTranslation('surveys', { lng: language ?? i18n.language, useSuspense: false });
  const { company } = useMe();
  const Icon = icons[template];
  return (
    <span className={classes['face']}>
      <span className={classes['paper']} aria-hidden="true">
        <Text component="span" size="xs" fw={600} className={classes['question']}>
          {inSurvey(`template.${template}.question`, { company: company.nome })}
        </Text>
        <span className={classes['scale']}>
          {scores.map((score) => (
            <i key={score}>{score}</i>
          ))}
        </span>
      </span>
      <span className={classes['name']}>
        <Icon size={18} stroke={1.5} aria-hidden />
        <Text component="span" fw={600}>
          {t(`template.${template}.name`)}
        </Text>
      </span>
      <Text component="span" c="dimmed">
        {t(`template.${template}.text`)}
      </Text>
    </span>
  );
}
