import { sql } from 'kysely';
import { contactFields } from '@escuta/contract/contact-fields';
import type { ContactFieldName } from '@escuta/contract/contact-fields';
import type { CustomFieldType } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { DateTest, NumberTest, TextTest } from '@escuta/contract/segment-conditions';
import type { ConditionOf, DateField, ValueTest } from '@escuta/contract/segment-conditions';
import { normalizeCnpj, normalizeCpf } from '@escuta/contract/tax-numbers';
import type { RawBuilder } from 'kysely';
import { normalizePhone } from '../../contact.ts';
import { certainly, nobody } from './condition.ts';
import type { ConditionRules, SegmentContext } from './condition.ts';
import { dayTest, dayTextTest, holds, instantTest, numberTest, textTest } from './value-tests.ts';

/** The fields that `contacts.search_text` is made of. */
const searched: readonly ContactFieldName[] = ['name', 'email', 'tel'];

export const text: ConditionRules<'text'> = {
  cost: 'text',
  where: ({ field, test }) => {
    const column = sql.ref(`contacts.${field}`);
    const asked = textTest(column, field === 'tel' && 'value' in test ? askedPhone(test) : test);
    if (test.op !== 'contains' || !searched.includes(field)) return asked;
    // The stored form of all three has what is looked for in any of them: most contacts are told by it alone. An address is mostly
    // kept as it is searched, and then needs no form of its own.
    const mayHold = holds(sql.ref('contacts.search_text'), test.value);
    return sql<boolean>`(${mayHold} AND (${certainly(holds(column, test.value))} OR ${asked}))`;
  },
};

/** A whole phone is asked for as it is kept, whether its country was typed or not; a part of one by its digits. */
function askedPhone<Test extends Extract<TextTest, { readonly value: string }>>(test: Test): Test {
  const isWhole = test.op === 'is' || test.op === 'isNot';
  return { ...test, value: (isWhole ? normalizePhone(test.value) : null) ?? dialled(test.value) };
}

/** The digits of a phone, and the sign before them. */
function dialled(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return digits === '' ? typed : `${typed.startsWith('+') ? '+' : ''}${digits}`;
}

/** The dates of people are days; those that the product notes are instants. */
const isDay = (field: DateField): boolean => field in contactFields;

export const date: ConditionRules<'date'> = {
  cost: 'column',
  where: ({ field, test }, context) => {
    const column = sql.ref(`contacts.${field}`);
    return isDay(field) ? dayTest(column, test, context.today) : instantTest(column, test, context);
  },
};

/** Of a value by the type of its field. Where the test is one of another type it finds nobody. */
type CustomTest = (value: RawBuilder<unknown>, test: ValueTest, context: SegmentContext) => RawBuilder<boolean>;

const asText: CustomTest = (value, test) => {
  const { data } = TextTest.safeParse(test);
  return data ? textTest(value, data) : nobody;
};
/** Kept without its signs. */
const asTaxNumber =
  (normalize: (typed: string) => string): CustomTest =>
  (value, test) => {
    const { data } = TextTest.safeParse(test);
    if (!data) return nobody;
    return textTest(value, 'value' in data ? { ...data, value: normalize(data.value) } : data);
  };
const customTests: Readonly<Record<CustomFieldType, CustomTest>> = {
  text: asText,
  select: asText,
  cpf: asTaxNumber(normalizeCpf),
  cnpj: asTaxNumber(normalizeCnpj),
  number: (value, test) => {
    const { data } = NumberTest.safeParse(test);
    return data ? numberTest(value, data) : nobody;
  },
  date: (value, test, { today }) => {
    const { data } = DateTest.safeParse(test);
    return data ? dayTextTest(value, data, today) : nobody;
  },
};

const testSchemas = { number: NumberTest, date: DateTest } as const;

/** Whether a field can be asked that. Of a sensitive one nobody finds the value by asking for it again and again. */
function canAsk({ type, sensitive }: CustomField, test: ValueTest): boolean {
  if (sensitive && test.op !== 'known' && test.op !== 'unknown') return false;
  const schema = type === 'number' || type === 'date' ? testSchemas[type] : TextTest;
  return schema.safeParse(test).success;
}

function fieldOf({ field }: ConditionOf<'custom'>, { customFields }: SegmentContext): CustomField | undefined {
  return customFields.find(({ internal_name: name }) => name === field);
}

export const custom: ConditionRules<'custom'> = {
  cost: 'text',
  isValid: (condition, context) => {
    const field = fieldOf(condition, context);
    return field !== undefined && canAsk(field, condition.test);
  },
  where: (condition, context) => {
    const field = fieldOf(condition, context);
    if (!field || !canAsk(field, condition.test)) return nobody;
    const value = sql`(contacts.custom_fields ->> ${field.internal_name}::text)`;
    return customTests[field.type](value, condition.test, context);
  },
};
