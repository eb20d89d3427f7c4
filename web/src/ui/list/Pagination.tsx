import { Group, Pagination as PageLinks, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { pageCount } from '#web/ui/list/list-search.ts';
import classes from './Pagination.module.css';

interface PaginationProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** Of a list that nobody has counted to the end, and which has more rows than `total`: how many rows this page shows. */
  readonly shownOfMore?: number | undefined;
  readonly onPage: (page: number) => void;
}

/**
 * Which rows are shown, and the way to the others: at most nine page links, with 'Primeira' and 'Última' (PAGING-01, -02). Of a list
 * that is not counted to the end nobody knows the last page: there the links go on behind the page that is shown (decision 30).
 */
export function Pagination({ page: wanted, pageSize, total, shownOfMore, onPage }: PaginationProps) {
  const { t } = useTranslation('ui');
  const isNarrow = useMediaQuery('(max-width: 480px)', false, { getInitialValueInEffect: false });
  const isCounted = shownOfMore === undefined;
  const counted = pageCount(total, pageSize);
  const pages = isCounted ? counted : Math.max(counted, shownOfMore < pageSize ? wanted : wanted + 1);
  const page = Math.min(wanted, pages);
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = isCounted ? Math.min(total, page * pageSize) : from + shownOfMore - 1;
  return (
    <Group justify="space-between" mt="md" gap="sm">
      <Text c="dimmed" size="sm" className="figures" component="output">
        {t(isCounted ? 'pages.range' : 'pages.rangeOfMore', {
          from: formatNumber(from),
          to: formatNumber(to),
          total: formatNumber(total),
        })}
      </Text>
      {pages > 1 && (
        <PageLinks.Root
          total={pages}
          value={page}
          onChange={onPage}
          siblings={isNarrow ? 0 : 2}
          boundaries={1}
          size="sm"
          getItemProps={(number) => ({
            children: formatNumber(number),
            'aria-label': t('pages.page', { number: formatNumber(number) }),
            'aria-current': number === page ? 'page' : undefined,
          })}
        >
          <Group gap={4} component="nav" aria-label={t('pages.label')}>
            <End label={t('pages.first')} isHere={page === 1} onGo={() => onPage(1)} />
            <PageLinks.Items />
            {isCounted && <End label={t('pages.last')} isHere={page === pages} onGo={() => onPage(pages)} />}
          </Group>
        </PageLinks.Root>
      )}
    </Group>
  );
}

/** NOTE: a disabled button loses the focus of whoever has just pressed it, so this one is only marked as disabled. */
function End({ label, isHere, onGo }: { label: string; isHere: boolean; onGo: () => void }) {
  return (
    <button
      type="button"
      className={classes['boundary']}
      aria-disabled={isHere}
      onClick={() => {
        if (!isHere) onGo();
      }}
    >
      {label}
    </button>
  );
}
