package dev.plumbline.action.kubernetes;

import static dev.plumbline.action.kubernetes.Cluster.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.action.kubernetes.ManagedFields.OwnedFields;
import dev.plumbline.action.plan.MergePatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as already so, and what an apply would take away. */
class JsonComparisonTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {a: 1, b: 2}          | {a: 1}       | true
          {a: {b: 1, c: 2}}     | {a: {c: 2}}  | true
          {a: 1}                | {a: 2}       | false
          {a: 1}                | {b: 1}       | false
          {a: 1}                | {a: 1.0}     | true
          {a: '1'}              | {a: 1}       | false
          {a: [{b: 1, d: 0}]}   | {a: [{b: 1}]} | true
          {a: [1, 2]}           | {a: [1]}     | false
          {a: [1, 2]}           | {a: [2, 1]}  | false
          {}                    | {a: null}    | true
          """)
  void covers(String live, String applied, boolean covered) {
    assertThat(JsonComparison.covers(yaml(live), yaml(applied))).isEqualTo(covered);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {a: 1, b: 1} | {a: 1, b: 2} | {a: 3}           | true
          {a: 1}       | {a: 2}       | {a: 3}           | false
          {}           | {a: 2}       | {a: 3}           | false
          {}           | {}           | {a: {b: 3}}      | true
          {a: {b: [1]}} | {a: {b: [1], c: 1}} | {a: {b: [2]}} | true
          {a: {b: [1]}} | {a: {b: [1, 2]}}    | {a: {b: null}} | false
          """)
  void touches(String before, String live, String change, boolean same) {
    assertThat(JsonComparison.sameWhereTouched(yaml(before), yaml(live), yaml(change)))
        .isEqualTo(same);
  }

  @Test
  void mergesAsTheStandardSays() {
    assertThat(
            MergePatch.apply(
                yaml("{a: {b: 1, c: 2}, d: [1], e: 1}"),
                yaml("{a: {b: null, x: {y: null}}, d: [2], f: {g: 1}}")))
        .isEqualTo(yaml("{a: {c: 2, x: {}}, d: [2], e: 1, f: {g: 1}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {spec: {weight: 1, limits: {}}} | false
          {spec: {weight: 1}}             | true
          {spec: {limits: {}}}            | true
          """)
  void ownsMoreThanItApplies(String applied, boolean beyond) {
    var live =
        yaml(
            """
            metadata:
              managedFields:
                - manager: kubectl
                  operation: Apply
                  fieldsV1: {"f:status": {}}
                - manager: plumbline
                  operation: Update
                  fieldsV1: {"f:status": {}}
                - manager: plumbline
                  operation: Apply
                  fieldsV1: {"f:spec": {"f:weight": {}, "f:limits": {".": {}}}}
            """);

    assertThat(OwnedFields.beyond(live, yaml(applied), "plumbline")).isEqualTo(beyond);
  }
}
