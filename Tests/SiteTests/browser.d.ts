// What browsers have that the compiler's own descriptions lack, and what the page's elements have of their own.
interface URLSearchParams { readonly size: number }
interface MapConstructor { groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> }
interface Element { readonly dataset: DOMStringMap }
