import { isGroup, levelsMax } from '@escuta/contract/segments';
import type { Match, SegmentDefinition, SegmentGroup, SegmentNode } from '@escuta/contract/segments';
import { finished, takenUp } from '#web/features/contacts/segments/conditions/index.ts';
import type { AnyDraft, ConditionSources } from '#web/features/contacts/segments/conditions/condition-entry.ts';

/* The conditions of a segment as they are being made: a tree whose nodes have keys, so that each stays what it is on the screen. */

export interface DraftGroup {
  readonly key: string;
  readonly match: Match;
  readonly of: readonly DraftNode[];
}
export interface DraftCondition {
  readonly key: string;
  readonly condition: AnyDraft;
}
export type DraftNode = DraftGroup | DraftCondition;

export function isDraftGroup(node: DraftNode): node is DraftGroup {
  return 'match' in node;
}

let keys = 0;
function newKey(): string {
  keys += 1;
  return `node-${keys}`;
}

export function draftCondition(condition: AnyDraft): DraftCondition {
  return { key: newKey(), condition };
}

export function draftGroup(match: Match, of: readonly DraftNode[]): DraftGroup {
  return { key: newKey(), match, of };
}

/** Saved conditions, to be changed. */
export function draftOf({ match, of }: SegmentGroup, sources: ConditionSources): DraftGroup {
  return draftGroup(
    match,
    of.map((node: SegmentNode) => (isGroup(node) ? draftOf(node, sources) : draftCondition(takenUp(node, sources)))),
  );
}

/** All conditions, in the order in which the contract counts them. */
export function conditionsIn({ of }: DraftGroup): DraftCondition[] {
  return of.flatMap((node) => (isDraftGroup(node) ? conditionsIn(node) : [node]));
}

/** The conditions as they are saved; undefined while one of them is not finished. */
export function definitionOf(group: DraftGroup): SegmentDefinition | undefined {
  return groupOf(group) as SegmentDefinition | undefined;
}

function groupOf({ match, of }: DraftGroup): SegmentGroup | undefined {
  const nodes = of.map((node) => (isDraftGroup(node) ? groupOf(node) : finished(node.condition)));
  return nodes.includes(undefined) ? undefined : { match, of: nodes.filter((node) => node !== undefined) };
}

/** The tree with another node in the place of one, or without it. A group that nothing is left in goes too. */
export function replaceNode(group: DraftGroup, key: string, by: DraftNode | undefined): DraftGroup {
  const of = group.of.flatMap((node): DraftNode[] => {
    if (node.key === key) return by ? [by] : [];
    if (!isDraftGroup(node)) return [node];
    const kept = replaceNode(node, key, by);
    return kept.of.length > 0 ? [kept] : [];
  });
  return { ...group, of };
}

/** Whether a group at a level, the outermost being at 1, may hold another. */
export function mayHoldGroup(level: number): boolean {
  return level < levelsMax;
}
