import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { recentImportsQuery } from '#web/features/imports/api.ts';
import { ImportStatus } from '#web/features/imports/ImportStatus.tsx';
import { cardLink } from '#web/lib/import-pages.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import rowLink from '#web/ui/list/row-link.module.css';
import classes from './ImportsList.module.css';

/** For who may import and opens no list of imports: the way back to the cards of the last ones, where they are cancelled and undone. */
export function RecentImports() {
  const { opens } = useMe();
  return opens('imports') ? null : <OwnImports />;
}

function OwnImports() {
  const { t } = useTranslation('imports');
  const { business } = useMe();
  const { data, error, refetch } = useQuery(recentImportsQuery());
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  // Nothing is promised before it is known, since most who come here have imported nothing yet.
  if (!data || data.data.length === 0) return null;
  return (
    <section className={classes['recent']} aria-labelledby="recent-imports">
      <Title order={2} size="h4" id="recent-imports">
        {t('recent.title')}
      </Title>
      <ul className={classes['recentRows']}>
        {data.data.map((entry) => (
          <li key={entry._id} className={classes['recentRow']}>
            <div className={classes['file']}>
              <Link {...cardLink(entry)} className={rowLink['link']} data-alone>
                {entry.file_name}
              </Link>
              <Text size="xs" c="dimmed">
                {t(`type.${entry.type}`)} · {formatInstant(entry.created_at, business.timezone)}
              </Text>
            </div>
            <ImportStatus status={entry.status} undo={entry.undo} />
          </li>
        ))}
      </ul>
    </section>
  );
}
