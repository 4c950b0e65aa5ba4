// What edits make of a take's annotation: as much of the real thing as the page needs to be tried against.
const near = (list, time) => list.reduce((best, one, i) => (i > 0 && Math.abs(one.from - time) < Math.abs(list[best].from - time) ? i : best), 1);

export function annotated(take, edits) {
  const actions = take.actions.map((one) => ({ ...one, sure: 0.9, origin: "rules" }));
  for (const cut of edits.cuts) {
    if (cut.add !== undefined) {
      const index = actions.findIndex((one) => one.from < cut.add && cut.add < one.to);
      if (index >= 0) {
        actions.splice(index + 1, 0, { ...actions[index], from: cut.add, origin: "hand" });
        actions[index] = { ...actions[index], to: cut.add };
      }
    } else if (actions.length > 1) {
      const index = near(actions, cut.remove ?? cut.move);
      if (cut.remove !== undefined) {
        actions[index - 1].to = actions[index].to;
        actions.splice(index, 1);
      } else {
        actions[index].from = cut.to;
        actions[index - 1].to = cut.to;
      }
    }
  }
  for (const edit of edits.actions) {
    const action = actions.find((one) => one.from <= edit.at && edit.at < one.to);
    if (!action) continue;
    for (const key of ["classes", "limbs", "protects"]) if (edit[key] !== undefined) action[key] = edit[key];
    action.sure = 1;
    action.origin = "hand";
  }
  const supports = structuredClone(take.supports);
  for (const { foot, from, to, down } of edits.supports) {
    let spans = supports[foot].flatMap(([a, b]) => (b <= from || a >= to ? [[a, b]] : [[a, from], [to, b]].filter(([x, y]) => y > x)));
    if (down) spans = [...spans, [from, to]];
    spans.sort((x, y) => x[0] - y[0]);
    supports[foot] = spans.reduce((all, span) => {
      const last = all.at(-1);
      if (last && span[0] <= last[1] + 1e-6) last[1] = Math.max(last[1], span[1]);
      else all.push([...span]);
      return all;
    }, []);
  }
  const strikes = take.strikes.filter((one) => !edits.strikes.some((edit) => edit.remove !== undefined && Math.abs(edit.remove - one.time) < 0.05));
  return { actions, supports, strikes };
}
