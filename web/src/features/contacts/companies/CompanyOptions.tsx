import { findContactCompanies } from '@escuta/contract/contact-companies';
import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import { Combobox, Group, ScrollArea, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconRefresh, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import classes from './CompanyOptions.module.css';

const companiesMax = 20;
const listHeightMax = 220;
const iconProps = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

interface CompanyOptionsProps {
  readonly isOpened: boolean;
  /** What is looked for. */
  readonly words: string;
  /** Other words were typed since. */
  readonly isWaiting: boolean;
  readonly chosen: ContactCompanyOption | null;
  readonly onChoose: (company: ContactCompanyOption | null) => void;
  readonly onCreate: () => void;
}

/** What the field of a contact's company offers: those that the words find, a new one, and none. */
export function CompanyOptions({ isOpened, words, isWaiting, chosen, onChoose, onCreate }: CompanyOptionsProps) {
  const { t } = useTranslation('contact-companies');
  const query = { limit: companiesMax, ...(words ? { search: words } : {}) };
  const answer = useQuery(
    routeQuery(findContactCompanies, isOpened ? { query } : undefined, { placeholderData: keepPreviousData }),
  );
  const companies = answer.isError ? [] : (answer.data?.data ?? []);
  const message = useMessage(answer, isWaiting || answer.isPlaceholderData);
  return (
    <>
      <Combobox.Dropdown>
        {message && <Combobox.Empty>{message}</Combobox.Empty>}
        <Combobox.Options aria-label={t('field.label')}>
          <ScrollArea.Autosize mah={listHeightMax} type="scroll">
            {companies.map((company) => (
              <Combobox.Option
                key={company._id}
                value={company._id}
                active={company._id === chosen?._id}
                aria-selected={company._id === chosen?._id}
                onClick={() => onChoose(company)}
              >
                {company.name}
              </Combobox.Option>
            ))}
          </ScrollArea.Autosize>
          <div className={classes['acts']}>
            {answer.isError && (
              <Act value="retry" icon={<IconRefresh {...iconProps} />} onTake={() => void answer.refetch()}>
                {t('field.retry')}
              </Act>
            )}
            <Act value="create" icon={<IconPlus {...iconProps} />} onTake={onCreate}>
              {t('field.create')}
            </Act>
            {chosen && (
              <Act value="remove" icon={<IconX {...iconProps} />} onTake={() => onChoose(null)}>
                {t('field.remove')}
              </Act>
            )}
          </div>
        </Combobox.Options>
      </Combobox.Dropdown>
      <VisuallyHidden component="output">
        {isOpened && (message ?? t('field.found', { count: companies.length }))}
      </VisuallyHidden>
    </>
  );
}

/** What stands above the list where there is none, or not yet the one that was asked for. */
function useMessage(
  answer: { readonly data: { readonly data: readonly unknown[] } | undefined; readonly error: unknown },
  isOld: boolean,
): string | undefined {
  const { t } = useTranslation('contact-companies');
  const errorText = useErrorText();
  if (answer.error) return t('field.failed', { reason: errorText(answer.error) });
  if (!answer.data || isOld) return t('field.loading');
  return answer.data.data.length === 0 ? t('field.nothing') : undefined;
}

interface ActProps {
  readonly value: string;
  readonly icon: ReactNode;
  readonly onTake: () => void;
  readonly children: string;
}

/** Something to do, at the end of the list: reached by the arrow keys as a company is. */
function Act({ value, icon, onTake, children }: ActProps) {
  return (
    <Combobox.Option value={value} onClick={onTake}>
      <Group gap="xs" wrap="nowrap">
        {icon}
        {children}
      </Group>
    </Combobox.Option>
  );
}
