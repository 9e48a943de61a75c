import { type ComponentType, type LazyExoticComponent, lazy } from "react";

export interface Cached<Props> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  readonly preload: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

/**
 * React.lazy over a cached load: once preloaded, it resolves in the same tick, so neither the
 * server nor the browser shows a fallback first.
 */
export function cached<Props>(load: () => Promise<ComponentType<Props>>): Cached<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded ??= await load();
  };
  const Component = lazy(() => {
    if (loaded) return resolvedPromise({ default: loaded });
    return load().then((component) => {
      loaded = component;
      return { default: component };
    });
  });
  return { Component, preload, isLoaded: () => loaded !== undefined };
}

function resolvedPromise<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: a promise that has already been kept, which React reads synchronously
  return { then: (resolve: (value: T) => void) => resolve(value) } as unknown as Promise<T>;
}
