let reloading = false;

/** Loads the tab anew. Nobody is asked whether to leave: what was typed and decided in it is there again afterwards. */
export function reloadTab(): void {
  reloading = true;
  location.reload();
}

export function isReloading(): boolean {
  return reloading;
}
