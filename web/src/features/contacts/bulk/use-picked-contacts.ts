import type { BulkTarget } from '@escuta/contract/bulk-actions';
import { pickedContactsMax } from '@escuta/contract/bulk-actions';
import type { Contact, ContactFilter } from '@escuta/contract/contacts';
import type { ContactId } from '@escuta/contract/ids';
import type { Input } from '@escuta/contract/route';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import type { RowsPage } from '#web/ui/list/rows.ts';
import type { RowSelection } from '#web/ui/list/selection.ts';
import { noticeWarning } from '#web/ui/notices.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';

type Filter = Input<typeof ContactFilter>;

export interface PickedContacts {
  readonly selection: RowSelection<Contact>;
  /** None while nobody is picked. */
  readonly target: BulkTarget | undefined;
  /** How many are picked; of all that a search finds, at least as many. */
  readonly count: number;
  /** All that the list finds are picked, on whatever page. */
  readonly isAll: boolean;
  /** More would be found than are picked. */
  readonly canPickAll: boolean;
  readonly pickAll: () => void;
  readonly clear: () => void;
}

interface Picked {
  /** What the list was narrowed by: whoever was picked in another list is not picked in this one. */
  readonly list: string;
  readonly ids: ReadonlySet<ContactId>;
  readonly isAll: boolean;
}

const nobody: ReadonlySet<ContactId> = new Set();

/** Who is picked of the contacts that a filter finds: some of them, from page to page, or all. */
export function usePickedContacts(filter: Filter, page: RowsPage<Contact> | undefined): PickedContacts {
  const { t } = useTranslation('bulk-actions');
  const personName = usePersonName();
  const list = JSON.stringify(filter);
  const [kept, setPicked] = useState<Picked>({ list, ids: nobody, isAll: false });
  const { ids, isAll } = kept.list === list ? kept : { ids: nobody, isAll: false };
  const rows = page?.data ?? [];
  const shown = rows.map(({ _id }) => _id);
  const total = page?.total ?? 0;
  const pick = (next: ReadonlySet<ContactId>) => {
    if (next.size > pickedContactsMax) noticeWarning(t('pickTooMany', { most: formatNumber(pickedContactsMax) }));
    else setPicked({ list, ids: next, isAll: false });
  };
  const count = isAll ? total : ids.size;
  const onPage = shown.filter((id) => isAll || ids.has(id)).length;
  return {
    selection: {
      isPicked: ({ _id }) => isAll || ids.has(_id),
      onPick: ({ _id }) => {
        const before = isAll ? new Set(shown) : ids;
        pick(before.has(_id) ? new Set([...before].filter((id) => id !== _id)) : new Set([...before, _id]));
      },
      onPage: onPage === 0 ? 'none' : onPage === shown.length ? 'all' : 'some',
      onPickPage: () => {
        const others = [...ids].filter((id) => !shown.includes(id));
        pick(new Set(onPage === shown.length ? others : [...others, ...shown]));
      },
      labelOf: (contact) => t('pick', { name: personName(contact) }),
    },
    target: count === 0 ? undefined : isAll ? { filter } : { contactIds: [...ids] },
    count,
    isAll,
    canPickAll: !isAll && onPage === shown.length && total > ids.size,
    pickAll: () => setPicked({ list, ids: nobody, isAll: true }),
    clear: () => pick(nobody),
  };
}
