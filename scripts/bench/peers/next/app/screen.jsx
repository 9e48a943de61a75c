"use client";
import Link from "next/link";
import { createElement } from "react";
import trees from "../trees.json";

/** The elements of Parlor's page. The data is not used here; it is sent to the browser, as Parlor sends it. */
export function Screen({ address }) {
  return trees[address].map(toElement);
}

function toElement(node, key) {
  if (typeof node === "string") return node;
  const [tag, attributes, children] = node;
  const isLink = tag === "a" && attributes.href?.startsWith("/");
  const props = isLink ? { ...attributes, key, prefetch: false } : { ...attributes, key };
  return createElement(isLink ? Link : tag, props, ...children.map(toElement));
}
