import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** From the list of contacts to the segments and lists of them. */
export function SegmentsLink() {
  const { t } = useTranslation('contacts');
  return (
    <Button
      variant="default"
      leftSection={<IconUsersGroup size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/contatos/segmentos" {...props} />}
    >
      {t('segments')}
    </Button>
  );
}
