package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.startsWith;

import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Why a pod waits, over HTTP. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class ExplainPodTest {

  @Inject HostState published;

  @BeforeEach
  void pods() {
    HostSnapshots.publish(published, HostSnapshots.of("pending-pod", 3));
  }

  @Test
  void saysPoolByPoolWhatIsInTheWay() {
    given()
        .get("/api/v1/explain/pods/shop/render-0")
        .then()
        .statusCode(200)
        .body("pod", equalTo("shop/render-0"))
        .body("ways[0].nearest", equalTo("web"))
        .body("ways[0].pools.nodePool", hasItem("gpu"))
        .body("ways[0].pools[0].obstacles.obstacle", hasItem("taint"));
  }

  @Test
  void podThatWaitsForNoNodeIsNotFound() {
    given()
        .get("/api/v1/explain/pods/shop/render-9")
        .then()
        .statusCode(404)
        .body("detail", startsWith("no Pod shop/render-9 waits for a node"))
        .body("advice", equalTo("Did you mean shop/render-0?"));
  }
}
