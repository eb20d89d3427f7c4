import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './HiddenAnswer.module.css';

/** Stands where somebody wrote an answer that is masked. */
export function HiddenAnswer() {
  const { t } = useTranslation('ui');
  return (
    <Text c="dimmed" inherit span className={classes['hidden'] ?? ''}>
      <IconLock size={16} stroke={1.5} aria-hidden />
      {t('hiddenAnswer')}
    </Text>
  );
}
