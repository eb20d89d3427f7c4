import { brandColors } from '@escuta/respond/brand-colors';
import { SurveyDefinition } from '@escuta/contract/surveys';
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SurveyField } from '#web/features/surveys/SurveyField.tsx';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';
import classes from './SectionTabs.module.css';

const brandColor = SurveyDefinition.shape.theme.shape.brandColor;

/** The brand's colour, as a picker and as text, with what is done where it is too light to be seen on white. */
export function ColorField(context: FieldContext) {
  const { form, isReadOnly } = context;
  const { t } = useTranslation('surveys');
  const color = form.values.brandColor;
  const isColor = brandColor.safeParse(color).success;
  return (
    <>
      <SurveyField
        {...context}
        path="brandColor"
        help={t('help.brandColor')}
        leftSection={
          <input
            type="color"
            className={classes['color']}
            data-none={!isColor || undefined}
            aria-label={t('editor.pickColor')}
            value={isColor ? color.toLowerCase() : '#000000'}
            disabled={isReadOnly}
            onChange={(event) => form.setFieldValue('brandColor', event.currentTarget.value.toUpperCase())}
          />
        }
      />
      {isColor && <Contrast color={color} />}
    </>
  );
}

function Contrast({ color }: { color: string }) {
  const { t } = useTranslation('surveys');
  const { fill, onFill, rim, accent } = brandColors(color, 'light');
  const isKept = rim === fill;
  return (
    <Group gap="md" wrap="nowrap" align="center">
      <span className={classes['sample']} style={{ background: fill, borderColor: rim, color: onFill }}>
        {t('editor.sample')}
      </span>
      <Text size="sm" c="dimmed" component="output">
        {isKept ? t('contrast.kept') : t('contrast.light', { color: accent.toUpperCase() })}
      </Text>
    </Group>
  );
}
