/** One at a time. Organizations take turns, however much each of them has waiting. */
export class Turns {
  private readonly waiting = new Map<string, (() => void)[]>();
  /** Whose turn comes next: the organization that waits longest since its last turn. */
  private readonly order = new Set<string>();
  private taken: string | null = null;

  /** Resolves when it is the caller's turn, with the function that ends it. */
  async take(org: string): Promise<() => void> {
    await new Promise<void>((resolve) => {
      this.waiting.set(org, [...(this.waiting.get(org) ?? []), resolve]);
      if (org !== this.taken) this.order.add(org);
      this.next();
    });
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.taken = null;
      // Behind those who asked meanwhile, even when it asked before them.
      if (this.waiting.has(org)) this.order.add(org);
      this.next();
    };
  }

  private next(): void {
    const [org] = this.order;
    if (this.taken !== null || org === undefined) return;
    this.taken = org;
    this.order.delete(org);
    const [first, ...rest] = this.waiting.get(org)!;
    if (rest.length > 0) this.waiting.set(org, rest);
    else this.waiting.delete(org);
    first!();
  }
}
