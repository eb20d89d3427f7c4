/**
 * Finds the cycles of a graph: each group of nodes that reach one another (Tarjan's strongly connected components,
 * kept when they hold two nodes or a node that points at itself), told as one shortest walk round it.
 */
export function findCycles(graph: Map<string, string[]>): string[][] {
  return components(graph)
    .filter((group) => group.length > 1 || (graph.get(group[0] ?? '') ?? []).includes(group[0] ?? ''))
    .map((group) => shortestWalk(graph, new Set(group), group.toSorted()[0] ?? ''));
}

function components(graph: Map<string, string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (onStack.has(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    for (const member of group) onStack.delete(member);
    found.push(group);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

function shortestWalk(graph: Map<string, string[]>, group: Set<string>, start: string): string[] {
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (let walk = queue.shift(); walk; walk = queue.shift()) {
    for (const next of graph.get(walk.at(-1) ?? '') ?? []) {
      if (next === start) return [...walk, start];
      if (!group.has(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push([...walk, next]);
    }
  }
  return [start];
}
