import { parseSync, visitorKeys, type Argument, type Expression, type Node } from 'oxc-parser';
import { lineAt } from '../kit/report.ts';

/** One place where code asks for a text. */
export interface Use {
  file: string;
  line: number;
  /** The namespaces it may be in: one when the hook names it, none when only the key is known. */
  namespaces: string[];
  /** The key, or its beginning when the rest is computed. */
  key: string;
  /** `whole`: exactly this key; `start`: keys that begin so (a template, or `returnObjects`, or a context). */
  reach: 'whole' | 'start';
  /** Whether it hands over a count, for which i18next takes a plural form; unknown when its options cannot be read. */
  isCounted: boolean | undefined;
}

/** What a file says about texts: the calls, and every other literal, which may be a key kept as a value. */
export interface FileUses {
  uses: Use[];
  literals: Set<string>;
  namespaces: Set<string>;
}

/** A `t` in scope: the namespaces of its hook and the prefix that it puts before keys. */
interface Translator {
  namespaces: string[];
  prefix: string;
}

type Scope = Map<string, Translator>;

/** Reads the texts that one file of the web asks for: `t('…')`, `i18n.t('…')` and `<Trans i18nKey="…">`. */
export function readUses(file: string, source: string): FileUses {
  const found: FileUses = { uses: [], literals: new Set(), namespaces: new Set() };
  const add: Add = (node, translator, key, reach, isCounted) => {
    const [namespace, rest] = key.includes(':') ? splitOnce(key, ':') : [undefined, key];
    const namespaces = namespace === undefined ? translator.namespaces : [namespace];
    const full = namespace === undefined ? translator.prefix + rest : rest;
    found.uses.push({ file, line: lineAt(source, node.start), namespaces, key: full, reach, isCounted });
  };
  const walk = (node: Node, outer: Scope): void => {
    const scope = /Function/.test(node.type) ? new Map(outer) : outer;
    if (node.type === 'VariableDeclarator') declare(node, scope, found);
    if (node.type === 'CallExpression') readCall(node, scope, add);
    if (node.type === 'JSXOpeningElement') readTrans(node, scope, add);
    if (node.type === 'Literal' && typeof node.value === 'string') found.literals.add(node.value);
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, Node | Node[] | null>)[key];
      for (const one of Array.isArray(child) ? child : [child]) if (one) walk(one, scope);
    }
  };
  walk(parseSync(file, source).program, new Map());
  return found;
}

type Add = (node: Node, translator: Translator, key: string, reach: Use['reach'], isCounted: Use['isCounted']) => void;

function declare(node: Extract<Node, { type: 'VariableDeclarator' }>, scope: Scope, found: FileUses): void {
  const { id, init } = node;
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'useTranslation')
    return;
  const [first, options] = init.arguments;
  const namespaces = first === undefined || first.type === 'SpreadElement' ? [] : texts(first);
  for (const namespace of namespaces) found.namespaces.add(namespace);
  const prefix = options?.type === 'ObjectExpression' ? propertyText(options, 'keyPrefix') : undefined;
  const translator = { namespaces: namespaces.slice(0, 1), prefix: prefix === undefined ? '' : `${prefix}.` };
  if (id.type === 'Identifier') scope.set(`${id.name}.t`, translator);
  if (id.type === 'ArrayPattern' && id.elements[0]?.type === 'Identifier') scope.set(id.elements[0].name, translator);
  if (id.type !== 'ObjectPattern') return;
  for (const property of id.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 't') continue;
    if (property.value.type === 'Identifier') scope.set(property.value.name, translator);
  }
}

function readCall(node: Extract<Node, { type: 'CallExpression' }>, scope: Scope, add: Add): void {
  const translator = translatorOf(node.callee, scope);
  const [key, options] = node.arguments;
  if (!translator || !key || key.type === 'SpreadElement') return;
  const names = options?.type === 'ObjectExpression' ? propertyNames(options) : [];
  const isWide = names.includes('returnObjects') || names.includes('context');
  const isCounted = countedIn(options);
  for (const text of texts(key)) add(node, translator, text, isWide ? 'start' : 'whole', isCounted);
  for (const text of beginnings(key)) add(node, translator, text, 'start', isCounted);
}

function countedIn(options: Argument | undefined): boolean | undefined {
  if (options === undefined) return false;
  if (options.type !== 'ObjectExpression') return undefined;
  if (propertyNames(options).includes('count')) return true;
  return options.properties.every(({ type }) => type === 'Property') ? false : undefined;
}

function translatorOf(callee: Expression, scope: Scope): Translator | undefined {
  const unknown = { namespaces: [], prefix: '' };
  if (callee.type === 'Identifier') return scope.get(callee.name) ?? (callee.name === 't' ? unknown : undefined);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.property.name !== 't')
    return undefined;
  return (callee.object.type === 'Identifier' ? scope.get(`${callee.object.name}.t`) : undefined) ?? unknown;
}

function readTrans(node: Extract<Node, { type: 'JSXOpeningElement' }>, scope: Scope, add: Add): void {
  if (node.name.type !== 'JSXIdentifier' || node.name.name !== 'Trans') return;
  const attributes = new Map<string, Expression>();
  for (const one of node.attributes) {
    if (one.type !== 'JSXAttribute' || one.name.type !== 'JSXIdentifier' || !one.value) continue;
    const value = one.value.type === 'JSXExpressionContainer' ? one.value.expression : one.value;
    attributes.set(one.name.name, value as Expression);
  }
  const key = attributes.get('i18nKey');
  const t = attributes.get('t');
  const namespace = attributes.get('ns');
  const known = t?.type === 'Identifier' ? scope.get(t.name) : undefined;
  const translator = namespace
    ? { namespaces: texts(namespace), prefix: '' }
    : (known ?? { namespaces: [], prefix: '' });
  if (!key) return;
  const isCounted = attributes.has('count') || undefined;
  for (const text of texts(key)) add(node, translator, text, 'whole', isCounted);
  for (const text of beginnings(key)) add(node, translator, text, 'start', isCounted);
}

/** The literal texts an expression may have. */
function texts(node: Expression): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0 ? [node.quasis[0]?.value.cooked ?? ''] : [];
  return parts(node).flatMap(texts);
}

/** The beginnings of the texts an expression may have, where the rest is computed. */
function beginnings(node: Expression): string[] {
  if (node.type !== 'TemplateLiteral') return parts(node).flatMap(beginnings);
  const start = node.quasis[0]?.value.cooked ?? '';
  return node.expressions.length > 0 && start !== '' ? [start] : [];
}

function parts(node: Expression): Expression[] {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate];
  if (node.type === 'LogicalExpression') return [node.left, node.right];
  if (node.type === 'ParenthesizedExpression' || node.type === 'TSAsExpression') return [node.expression];
  if (node.type === 'TSSatisfiesExpression' || node.type === 'TSNonNullExpression') return [node.expression];
  if (node.type === 'ArrayExpression')
    return node.elements.filter((one): one is Expression => one !== null && one.type !== 'SpreadElement');
  return [];
}

function propertyNames(node: Extract<Node, { type: 'ObjectExpression' }>): string[] {
  return node.properties.flatMap((one) =>
    one.type === 'Property' && one.key.type === 'Identifier' ? [one.key.name] : [],
  );
}

function propertyText(node: Extract<Node, { type: 'ObjectExpression' }>, name: string): string | undefined {
  for (const one of node.properties) {
    if (one.type !== 'Property' || one.key.type !== 'Identifier' || one.key.name !== name) continue;
    return texts(one.value)[0];
  }
  return undefined;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}
